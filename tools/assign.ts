// `npm run assign -- KATAS --out DIR [--due DATE]`: a folder for a class, with these katas and no solutions.
import { assertFree, packOf, writePack } from './assign/pack.ts'
import { askedBy, usage } from './assign/words.ts'
import { isOfSystem, NotDone } from './desk/store.mjs'
import { UsageError } from './judge/catalogue.mjs'
import { outliveReader } from './judge/pipe.mjs'

outliveReader()
try {
  const asked = askedBy(process.argv.slice(2))
  if (!asked) console.log(usage())
  else {
    const { katas, out, due } = asked
    assertFree(out)
    const pack = await packOf(katas, due)
    writePack(pack, out)
    const bytes = [...pack.values()].reduce((sum, data) => sum + Buffer.byteLength(data), 0)
    const [first] = katas
    console.log(
      `${out}\n  ${katas.map(({ folder }) => folder).join(', ')}\n` +
        `  ${pack.size} files, ${(bytes / 1e6).toFixed(1)} MB; no solutions\n\n` +
        `Next: cd ${JSON.stringify(out)} && npm install && npm test katas/${first?.id}\n` +
        `      git init && git add -A && git commit -m 'The katas as handed out'`,
    )
  }
} catch (error) {
  const said = error instanceof UsageError || error instanceof NotDone || isOfSystem(error)
  if (!said) throw error
  console.error((error as Error).message)
  process.exitCode = error instanceof UsageError ? 2 : 1
}
