import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { useRace } from './race-process.ts'

const race = useRace()

test('after Ctrl-C the keys of npm run race are gone, and its exit code says so', async () => {
  const file = race.file('never.json')
  const { child, stdout, keys } = race.start('pods=1', 'requests=200000', `json=${file}`)
  for await (const line of stdout) if (line.startsWith('2. Under load')) break
  expect(await keys()).not.toEqual([])
  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([130, null])
  expect(await keys()).toEqual([])
  expect(existsSync(file)).toBe(false)
})
