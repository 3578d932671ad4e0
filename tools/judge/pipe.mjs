// Plain JavaScript, since `npm test` starts here.

/**
 * Has a run whose output nobody reads any more (`npm test | head`) go on to its end in silence, so that it
 * removes what it made; Node would end it with a stack trace.
 */
export function outliveReader() {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error) => {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EPIPE') throw error
    })
  }
}
