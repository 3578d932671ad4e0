import { type Kata, needsRedis, testsOf } from '../judge/catalogue.mjs'

/** The class's README: what is asked for, how to begin, what counts. */
export function readmeFor(katas: readonly Kata[], due: string | undefined): string {
  const [first] = katas as [Kata, ...Kata[]]
  const some = katas.filter((kata) => testsOf(kata).some(needsRedis))
  const minutes = katas.reduce((sum, one) => sum + one.minutes, 0)
  const count = katas.length === 1 ? 'One kata' : `${katas.length} katas`
  return `# Rate limiter katas

${count}, ${minutes} minutes in all.${due ? ` **Due on ${due}**: what is pushed by the end of that day counts.` : ''}

| kata | minutes | the file that you edit |
| --- | --- | --- |
${katas.map(rowOf).join('\n')}

## Start

You need [Node.js](https://nodejs.org) 20.19 or later.

\`\`\`sh
npm install && npm test katas/${first.id}
\`\`\`

It is red, and says what to do next: read \`katas/${first.folder}/README.md\`, fill in the TODO in
\`katas/${first.folder}/${first.file}\`, run the test again.

\`\`\`sh
npm test                          # all of them
npm run watch katas/${first.id}            # this one, each time you save
npm run kata                      # what is solved, what is next
npm run kata hint ${first.id}              # one of three hints
npm run kata help                 # your saved files, the stub again
npm run grade -- .                # the marks, as they are given
\`\`\`

A run never hangs: an endless loop or a promise that never settles ends with the test, the call and the loop
that did it.
${some.length > 0 ? redis(some) : ''}
## What counts

- **Core**: a kata is solved when all its tests pass but those whose title begins with \`stretch:\`.
- **★ Stretch**: those are for a star. They never make a kata fail.
- Only the files in the table are graded, by the tests as they were handed out. An implementation imports \`#kit\`
  and no other file.

Every push is graded: see the run \`grade\` under Actions. It is green when every kata is solved; its table is in the
summary.

The laws that compare with a right limiter do so on recorded inputs, the same ones in every run; \`FC_SEED=7 npm test\`
tries others in all laws that need no such answers.
`
}

const rowOf = ({ title, folder, minutes, file, id }: Kata) =>
  `| [${id} ${title}](katas/${folder}/README.md) | ${minutes} | \`katas/${folder}/${file}\` |`

const redis = (katas: readonly Kata[]) => `
## Redis

${katas.map(({ id, redis }) => `Kata ${id}${redis ? '' : ', some of its tests,'}`).join('; ')} needs a Redis 8. The run takes the
first that works: the server at \`REDIS_URL\`; Docker, where it starts \`redis:8\`; a \`redis-server\` on the PATH; on
Debian and Ubuntu a private copy, fetched once, without root. Elsewhere Docker, \`brew install redis\` or WSL get you
one. Without any these tests are NOT RUN, which is not a pass.
`

/** Grades each push, by the same two commands. */
export const WORKFLOW = `name: grade
on: [push, workflow_dispatch]

jobs:
  grade:
    runs-on: ubuntu-latest
    timeout-minutes: 20
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 22, cache: npm }
      - run: npm ci
      - name: Marks
        run: |
          set -o pipefail
          { echo '\`\`\`'; npm run --silent grade -- . --json marks.json; echo '\`\`\`'; } | tee -a "$GITHUB_STEP_SUMMARY"
      - uses: actions/upload-artifact@v4
        if: always()
        with: { name: marks, path: marks.json, if-no-files-found: ignore }
      # Green when the core of every kata is passed.
      - run: npm test
        if: always()
`
