/** The page's only style, whose hash the Content-Security-Policy contains. */
export const REFERENCE_STYLE = `
:root { color-scheme: light dark; --ink: #1b1f24; --quiet: #57606a; --paper: #fff; --tint: #f4f6f8; --line: #d8dee4; --link: #0a58ca; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e9ed; --quiet: #9aa4af; --paper: #14171b; --tint: #1d2228; --line: #323942; --link: #7db4ff; }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; color: var(--ink); background: var(--paper); font: 16px/1.5 system-ui, sans-serif; }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
code, pre { font: 0.875em/1.45 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
p { margin: 0.5rem 0; max-width: 46rem; }
nav { padding: 1rem; border-bottom: 1px solid var(--line); font-size: 0.875rem; }
nav ul { margin: 0; padding: 0; list-style: none; }
nav li { display: inline-block; margin-right: 0.875rem; }
nav h2 { margin: 0.75rem 0 0.25rem; font-size: 0.875rem; }
nav h2 a { color: var(--ink); }
main { padding: 1rem; min-width: 0; }
h1 { margin: 0 0 0.5rem; font-size: 1.75rem; line-height: 1.2; }
section > h2 { margin: 3rem 0 0.5rem; padding-bottom: 0.25rem; border-bottom: 2px solid var(--line); font-size: 1.375rem; }
section > h2::first-letter { text-transform: uppercase; }
section > h3 { margin: 2rem 0 0.5rem; }
article { margin: 1.5rem 0; padding: 1rem; border: 1px solid var(--line); border-radius: 8px; }
article:target { border-color: var(--link); }
article h3 { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.25rem 0.625rem; margin: 0 0 0.5rem; font-size: 1rem; }
article h3 code { font-size: 0.9375rem; overflow-wrap: anywhere; }
article h3 a { margin-left: auto; font-weight: 400; font-size: 0.875rem; }
h4 { margin: 1.25rem 0 0.25rem; font-size: 0.875rem; color: var(--quiet); }
.method { padding: 0 0.5rem; border-radius: 4px; color: #fff; background: #1f6f43; font-size: 0.8125rem; letter-spacing: 0.02em; }
.method.POST { background: #0a58ca; }
.method.PUT { background: #8a5a00; }
.method.DELETE { background: #b3261e; }
.summary { font-weight: 600; }
.access { padding: 0.375rem 0.75rem; border-left: 3px solid var(--link); background: var(--tint); }
.errors, .type { color: var(--quiet); font-size: 0.875rem; }
table { display: block; width: 100%; overflow-x: auto; border-collapse: collapse; font-size: 0.875rem; }
th, td { padding: 0.3rem 1rem 0.3rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th { color: var(--quiet); font-weight: 500; }
td { overflow-wrap: break-word; min-width: 7rem; max-width: 30rem; }
td:first-child { white-space: nowrap; }
td:last-child { width: 100%; max-width: none; }
td:nth-last-child(2) { min-width: 13rem; }
tr:target { background: var(--tint); }
pre { margin: 0.5rem 0; padding: 0.75rem; overflow-x: auto; border-radius: 6px; background: var(--tint); }
summary { color: var(--quiet); font-size: 0.875rem; cursor: pointer; }
dt { margin-top: 0.5rem; font-weight: 600; }
dd { margin: 0; }
@media (max-width: 40rem) {
  table, thead, tbody, tr, td { display: block; width: auto; }
  thead { position: absolute; clip-path: inset(50%); }
  tr { padding: 0.375rem 0; border-bottom: 1px solid var(--line); }
  td, td:first-child, td:nth-last-child(2), td:last-child { min-width: 0; max-width: none; padding: 0; border: 0; white-space: normal; overflow-wrap: anywhere; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; }
}
@media (min-width: 60rem) {
  body:not(.single) { display: grid; grid-template-columns: 16rem minmax(0, 64rem); }
  nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; border-right: 1px solid var(--line); border-bottom: 0; }
  nav li { display: list-item; margin: 0; }
  main { padding: 1.5rem 2.5rem 6rem; }
}
`;
