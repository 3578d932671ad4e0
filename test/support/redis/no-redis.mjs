// Plain JavaScript, since the judge's limits need it, too.
/** Why a test that needs Redis was not run, as it is noted for the results. */
export const NO_REDIS = 'there is no Redis 8'

/** The note where more is known. @param {string} why */
export const noRedisSince = (why) => `${NO_REDIS}: ${why}`

/** What more a note says; undefined if nothing. @param {string} note */
export const whyNoRedis = (note) =>
  note === NO_REDIS ? undefined : note.slice(noRedisSince('').length)
