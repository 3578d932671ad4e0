// Plain JavaScript, since the judge's limits need it, too.
/** Why a test that needs Redis was not run, as it is noted for the results. */
export const NO_REDIS = 'there is no Redis 8'
