import { expect, test } from 'vitest'
import { node } from './assign/class-pack.ts'
import { provesPack } from './assign/proofs.ts'

const pack = provesPack(['A', '--due', '2027-02-01'], ['01', '02', '03', '04', '05'])

test('grade in the pack gives the marks of what lies there', async () => {
  const { folder } = pack()
  const { code, stdout } = await node(folder, ['--import', 'tsx', 'tools/grade.ts', '.'])
  expect(stdout).toContain('katas/03-time-deque/window-counter.ts')
  expect(stdout).toContain('0 solved')
  expect(code).toBe(0)
})

test('the README says what is due and what counts; a workflow grades each push', () => {
  const texts = new Map(
    pack()
      .texts()
      .map(({ path, text }) => [path, text]),
  )
  expect(texts.get('README.md')).toContain('Due on 2027-02-01')
  expect(texts.get('README.md')).toContain('katas/05-sliding-percentile/sliding-percentile.ts')
  expect(texts.get('.github/workflows/grade.yml')).toContain('npm run --silent grade -- .')
})
