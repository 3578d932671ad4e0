import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Result } from '../../tools/race/report.ts'
import { useRace } from './race-process.ts'

const race = useRace()

test('npm run race finds the race, keeps the result and leaves nothing behind', async () => {
  const file = race.file('result.json')
  const { child, lines, keys } = race.start('pods=2', 'requests=60', 'limit=5', `json=${file}`)
  const [code] = await once(child, 'close')
  expect(lines.join('\n')).toContain('✓ race found: check, then act; check, then MULTI')
  expect(code).toBe(0)
  const result = JSON.parse(readFileSync(file, 'utf8')) as Result
  const orders = result.orders.map(({ orders, broken }) => [orders, broken].join())
  expect(orders).toEqual(['20,12', '6,4', '2,0', '20,0', '2,0'])
  expect(result.load.slice(2).map(({ allowed }) => allowed)).toEqual([5, 5, 5])
  expect(result.starvation.map(({ perWindow }) => perWindow)).toEqual([
    [3, 0, 0, 0, 0],
    [3, 3, 3, 3, 3],
  ])
  expect(lines.join('')).not.toContain('\u001b')
  expect(await keys()).toEqual([])
})
