import { katas } from '../judge/catalogue.mjs'
import { html, Markup } from './markup.ts'
import type { GradeRecord } from './record.ts'
import {
  type ClassReport,
  firstFailure,
  markOf,
  recordIn,
  type Section,
  type Student,
  showMarks,
  showProvenance,
  showTime,
} from './report.ts'
import { STYLE } from './style.ts'

/** What a mark means, and its colour. */
const MARKS: Readonly<Record<string, readonly [says: string, look: string]>> = {
  '★': ['all tests', 'star'],
  '✓': ['all core tests', 'core'],
  '✗': ['not all core tests', 'not'],
  '?': ['NOT RUN', 'none'],
  '–': ['nothing there', 'none'],
}

/** Leads nowhere: the sheet that was open closes, and the page stays where it is. */
const CLOSED = '#_'

/**
 * The report as one page without a script, and without a file beside it: the class as a grid, and behind each cell
 * what went wrong. Nothing that a submission says is markup in it; should that fail, the policy lets nothing run.
 */
export function pageOf(report: ClassReport): string {
  const { students, katas: folders, sections, due, rubric, provenance, errors } = report
  const { core, cost, stretch } = rubric
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Marks</title>
<style>${new Markup(STYLE)}</style>
</head>
<body>
<h1>Marks</h1>
<p>${count(students.length, 'student')}, ${count(folders.length, 'kata')}${due ? `, due ${showTime(due)}` : ''}</p>
<p class="soft">${Object.entries(MARKS).map(([mark, [says]]) => html`${mark} ${says} · `)}
a cell or a name opens what is behind it</p>
${grid(students, folders)}
${sections.map(section('h2'))}
${errors.length > 0 ? section('h2')({ title: 'Errors of the run', lines: errors }) : undefined}
<p class="soft">Of 100: core ${core}, cost ${cost}, stretch ${stretch}, each by the share of its tests; what the
untouched stub passes counts for nothing. A student's marks are the mean over the katas.</p>
<p class="soft">${showProvenance(provenance)}</p>
${students.map((student, i) => sheets(student, i, folders))}
</body>
</html>
`
  return page.text
}

const count = (n: number, what: string) => `${n} ${what}${n === 1 ? '' : 's'}`

const idOf = (student: number, folder?: string) =>
  `s${student + 1}${folder ? `-${folder.slice(0, 2)}` : ''}`

function grid(students: readonly Student[], folders: readonly string[]): Markup {
  return html`<div class="grid" tabindex="0" role="region" aria-label="The class">
<table>
<thead><tr><th scope="col">student</th>${folders.map(headOf)}<th scope="col">of 100</th></tr></thead>
<tbody>
${students.map((student, i) => rowOf(student, i, folders))}</tbody>
</table>
</div>`
}

function headOf(folder: string): Markup {
  return html`<th scope="col"><abbr title="${titleOf(folder)}">${folder.slice(0, 2)}</abbr></th>`
}

const titleOf = (folder: string) => katas.find((one) => one.folder === folder)?.title ?? folder

function rowOf({ name, records, marks }: Student, i: number, folders: readonly string[]): Markup {
  const cells = folders.map((folder) => {
    const record = recordIn(records, folder)
    const mark = markOf(record)
    const [says, look] = MARKS[mark] ?? ['', '']
    const label = `${name}, ${titleOf(folder)}: ${says}`
    const late = record?.late ? ' late' : ''
    return html`<td class="${look}"><a href="#${idOf(i, folder)}" aria-label="${label}">${mark}<small>${showMarks(
      record ? record.marks : 0,
    )}${late}</small></a></td>`
  })
  return html`<tr><th scope="row"><a href="#${idOf(i)}">${name}</a></th>${cells}<td>${showMarks(marks)}</td></tr>
`
}

/** What opens behind a student's name, and behind each cell. */
function sheets(student: Student, i: number, folders: readonly string[]): Markup {
  const { name, marks, records, sections } = student
  const others = records.filter(
    (record) => !folders.some((one) => recordIn(records, one) === record),
  )
  const own = html`${folders.map((folder) => {
    const record = recordIn(records, folder)
    const what = `${markOf(record)} ${titleOf(folder)} ${showMarks(record ? record.marks : 0)}`
    return html`<p><a href="#${idOf(i, folder)}">${what}</a></p>`
  })}${others.map(({ path, error }) => html`<p class="soft">${path}: ${error ?? 'does not count'}</p>`)}`
  return html`${sheet(idOf(i), `${name}: ${showMarks(marks)} of 100`, [own, ...sections.map(section('h3'))])}
${folders.map((folder) =>
  sheet(idOf(i, folder), `${name}: ${titleOf(folder)}`, behind(recordIn(records, folder))),
)}`
}

function sheet(id: string, title: string, body: readonly Markup[]): Markup {
  return html`<section class="sheet" id="${id}"><a class="close" href="${CLOSED}">close</a>
<h2>${title}</h2>
${body}</section>
`
}

function behind(record: GradeRecord | undefined): readonly Markup[] {
  if (!record) return [html`<p>Nothing was handed in: 0 of 100.</p>`]
  const { core, cost, stretch, marks, late, handedIn, behavesLike, error, failures, path } = record
  const tests = ({ passed, failed }: GradeRecord['core']) => `${passed} of ${passed + failed}`
  const [first, ...more] = failures
  const lines: (string | undefined)[] = [
    `${showMarks(marks)} of 100: core ${tests(core)} (of these, cost ${tests(cost)}), stretch ${tests(stretch)}`,
    handedIn ? `Handed in ${showTime(handedIn.at)}, by the ${handedIn.by}` : undefined,
    late ? `Late, ${late.by}; in time it had been ${showMarks(late.before)}` : undefined,
    behavesLike ? `Behaves like: ${behavesLike}` : undefined,
  ]
  return [
    ...lines.flatMap((line) => (line ? [html`<p>${line}</p>`] : [])),
    ...(first ? [html`<h3>${first.test}</h3><pre>${first.message}</pre>`] : []),
    ...(error && error !== firstFailure(record) ? [html`<p>Ended: ${error}</p>`] : []),
    ...(more.length > 0
      ? [section('h3')({ title: 'Also failing', lines: more.map(({ test }) => test) })]
      : []),
    html`<p class="soft">${path}</p>`,
  ]
}

const section =
  (heading: 'h2' | 'h3') =>
  ({ title, lines }: Section): Markup => {
    const head = heading === 'h2' ? html`<h2>${title}</h2>` : html`<h3>${title}</h3>`
    return html`${head}
<ul class="lines">${lines.map((line) => html`<li>${line}</li>`)}</ul>
`
  }
