import { repeated } from './figures.ts'
import type { Measurement } from './measurement.ts'

/** The workbook's proof of itself, once and as a whole, in this checkout: it installs what it tests. */
export const verify: Measurement = {
  word: 'verify',
  title: 'npm run verify',
  unit: 's',
  limit: 90,
  measure: (bench) =>
    repeated(1, async () => {
      return (await bench.npm(['run', 'verify'], { code: 0, inPlace: true })).seconds
    }),
}
