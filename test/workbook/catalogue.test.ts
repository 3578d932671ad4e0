import { relative } from 'node:path'
import { expect, test } from 'vitest'
import { alternativesOf, kataNamed, root, select } from '../../tools/judge/catalogue.mjs'

const short = (path: string) => relative(root, path).replaceAll('\\', '/')

test.for([
  ['lua/gcra.lua', '16', 'lua/gcra.lua'],
  ['lua/token-bucket.lua', '16', 'lua/token-bucket.lua'],
  ['solutions/16', '16', 'lua/token-bucket.lua'],
  ['lua/fixed-window.lua', '14', 'lua/fixed-window.lua'],
  ['solutions/09-token-bucket/gcra.ts', '09', 'solutions/09-token-bucket/gcra.ts'],
] as const)('%s is a reference of kata %s', ([word, id, path]) => {
  const [target, ...more] = select([word])
  expect([target?.kata.id, short(target?.implementation ?? ''), more.length]).toEqual([id, path, 0])
})

test('other references stand beside the solution, those in Lua in katas.json', () => {
  const paths = ['09', '15', '16'].map((id) => {
    const kata = kataNamed(id)
    return kata ? alternativesOf(kata).map(short) : undefined
  })
  expect(paths).toEqual([['solutions/09-token-bucket/gcra.ts'], [], ['lua/gcra.lua']])
})
