/** How the page looks, on a phone and on a wide screen, by day and by night, and on paper. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --text: light-dark(#1b1f24, #e6e8eb);
  --soft: light-dark(#59636e, #9aa4af);
  --ground: light-dark(#ffffff, #14171a);
  --raised: light-dark(#f3f5f7, #1e2327);
  --line: light-dark(#d5dae0, #353c43);
  --star: light-dark(#dff3e4, #17351f);
  --core: light-dark(#edf7e4, #253313);
  --not: light-dark(#fde7e4, #40201c);
  --none: light-dark(#f0f1f3, #23272b);
}
* { box-sizing: border-box }
body {
  margin: 0 auto; padding: 1rem; max-width: 70rem;
  font: 1rem/1.45 system-ui, sans-serif; color: var(--text); background: var(--ground);
}
h1 { font-size: 1.4rem; margin: 0 }
h2 { font-size: 1.1rem; margin: 1.5rem 0 .25rem }
h3 { font-size: 1rem; margin: 1rem 0 .25rem }
p { margin: .25rem 0 }
a { color: inherit }
.soft { color: var(--soft); font-size: .875rem; overflow-wrap: anywhere }
.lines { margin: 0; padding-left: 1.2rem; overflow-wrap: anywhere }
.grid { overflow: auto; max-height: 85vh; margin: 1rem 0; border: 1px solid var(--line) }
table { border-collapse: separate; border-spacing: 0; width: 100% }
th, td { border-bottom: 1px solid var(--line); padding: 0; text-align: center }
tr:last-child > * { border-bottom: 0 }
th { font-weight: 600; background: var(--raised) }
thead th { position: sticky; top: 0; z-index: 2; padding: .4rem }
tbody th { position: sticky; left: 0; z-index: 1; text-align: left }
thead th:first-child { left: 0; z-index: 3; text-align: left }
tbody th a { width: 7.5rem; overflow-wrap: anywhere }
td a, tbody th a {
  display: flex; flex-direction: column; justify-content: center; min-height: 2.75rem; min-width: 3rem;
  padding: .3rem .4rem; text-decoration: none; line-height: 1.2;
}
tbody th a { text-decoration: underline; text-underline-offset: .2em }
td small { font-size: .8rem }
.star { background: var(--star) } .core { background: var(--core) }
.not { background: var(--not) } .none { background: var(--none) }
.sheet { display: none }
.sheet:target {
  display: block; position: fixed; z-index: 9; inset: auto 0 0; max-height: 75vh; overflow: auto;
  margin: 0 auto; max-width: 46rem; padding: 1rem; background: var(--raised);
  border-top: 3px solid var(--line); box-shadow: 0 -.5rem 2rem #0006;
}
.sheet h2 { margin: 0 4.5rem 0 0; overflow-wrap: anywhere }
.close {
  position: sticky; float: right; top: 0; padding: .6rem .8rem; margin: -.5rem -.4rem 0 0;
  background: var(--ground); border: 1px solid var(--line); border-radius: .4rem; text-decoration: none;
}
pre {
  margin: .25rem 0; padding: .5rem; font: .8125rem/1.4 ui-monospace, monospace; white-space: pre-wrap;
  overflow-wrap: anywhere; background: var(--ground); border: 1px solid var(--line);
}
@media print {
  .grid { max-height: none; overflow: visible }
  .sheet { display: block; break-inside: avoid; border-top: 1px solid var(--line); margin-top: 1rem }
  .sheet h2 { margin: 0 }
  .close { display: none }
}
`
