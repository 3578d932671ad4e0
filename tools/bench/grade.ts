import { rmSync } from 'node:fs'
import { kataAt } from './loop.ts'
import { makeUpClass } from './made-up-class.ts'
import { type Measurement, NotHere } from './measurement.ts'
import type { Peaks } from './memory.ts'
import type { Run, Workbench } from './workbench.ts'

/** Of modules A and B, which need no Redis. */
export const KATAS = ['01', '02', '03', '04', '06']
const SUBMISSIONS = 100
/** Of these sizes it takes a quarter and a half of the time. */
const SMALLER = [25, 50]

/** Grades a made-up class of so many. */
async function graded(bench: Workbench, students: number, memory: boolean): Promise<Run> {
  const folder = bench.temporary()
  makeUpClass(folder, students, KATAS.map(kataAt))
  try {
    return await bench.npm(['run', 'grade', '--', folder], { code: 0, memory })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What an instructor waits for. */
const time: Measurement = {
  word: 'grade',
  title: `${SUBMISSIONS} submissions of ${KATAS.length} katas`,
  unit: 's',
  limit: 60,
  measure: async (bench) => [(await graded(bench, SUBMISSIONS, false)).seconds],
}

/** That a larger class takes more time and no more memory: the process that grades, and the largest that is judged in. */
const memory: Measurement = {
  word: 'grade',
  title: `memory of ${SUBMISSIONS} over that of ${SMALLER[0]}`,
  unit: '',
  limit: 1.25,
  async measure(bench) {
    const found: Peaks[] = []
    for (const students of [...SMALLER, SUBMISSIONS]) {
      const { peaks } = await graded(bench, students, true)
      if (!peaks) throw new NotHere('no ps')
      found.push(peaks)
      const [other, fork] = [peaks.other, peaks.fork].map((MB) => `${Math.round(MB)} MB`)
      bench.note(`${students}: grade ${other}, the largest of its forks ${fork}`)
    }
    const [least, most] = [found[0], found.at(-1)]
    if (!least || !most) return []
    return [Math.max(most.other / least.other, most.fork / least.fork)]
  },
}

export const grades: readonly Measurement[] = [time, memory]
