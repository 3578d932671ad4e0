import { repeated } from './figures.ts'
import type { Measurement } from './measurement.ts'

/** The workbook's proof of itself, once and as a whole. */
export const verify: Measurement = {
  word: 'verify',
  title: 'npm run verify',
  unit: 's',
  limit: 90,
  measure: (bench) =>
    repeated(1, async () => (await bench.npm(['run', 'verify'], { code: 0 })).seconds),
}
