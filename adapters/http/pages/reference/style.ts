import { styleSheetOf } from '../layout.ts';

/** What the pages of the reference add to the style sheet of all pages. */
export const styleSheet = styleSheetOf(`
:root { --soft: #f4f5f7; --get: #1a6b3c; --post: #1d5fd1; --patch: #8a5a00; --delete: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --soft: #24262b; --get: #7fd1a0; --post: #8ab4f8; --patch: #e6b65c; --delete: #f2b8b5; } }
main { max-width: 68rem; padding-top: 1.25rem; }
.banner { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; align-items: baseline; opacity: 1; }
.banner b { margin-right: .5rem; }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: .2em; }
.banner a, .entries a, .pager a { text-decoration: none; }
a:hover { text-decoration: underline; }
.banner a[aria-current] { color: inherit; font-weight: 600; border-bottom: 2px solid var(--accent); }
h2 { font-size: 1.2rem; margin: 2.25rem 0 .6rem; }
h3 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
p { max-width: 46rem; }
code { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
pre { background: var(--soft); border: 0; padding: .9rem 1rem; white-space: pre; overflow-x: auto; }
.method { display: inline-block; min-width: 4.2rem; padding: .1rem .4rem; border-radius: .3rem; border: 1px solid; font-size: .7rem; line-height: 1.3; letter-spacing: .04em; text-align: center; }
.method.get { color: var(--get); }
.method.post { color: var(--post); }
.method.put, .method.patch { color: var(--patch); }
.method.delete { color: var(--delete); }
.endpoint { display: flex; gap: .75rem; align-items: center; max-width: none; padding: .7rem 1rem; border-radius: .4rem; background: var(--soft); }
.endpoint code { font-size: 1rem; }
.entries { list-style: none; margin: 0; padding: 0; }
.entries li { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 0 1.5rem; align-items: baseline; padding: .45rem 0; border-top: 1px solid var(--line); }
.entries a { display: flex; gap: .75rem; align-items: baseline; }
.entries .method { flex: none; }
dl { margin: 1rem 0; }
dl div { display: grid; grid-template-columns: 9rem minmax(0, 1fr); gap: 1rem; padding: .3rem 0; }
dd { margin: 0; }
table { width: 100%; border-collapse: collapse; font-size: .92rem; }
th { text-align: left; font-weight: 600; font-size: .8rem; opacity: .8; }
th, td { padding: .45rem 1rem .45rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
@media (min-width: 44rem) { th, td:nth-child(-n+3) { overflow-wrap: break-word; } }
td:first-child code { font-weight: 600; }
tr:target { background: var(--soft); }
form > div { display: flex; gap: .6rem; max-width: 40rem; }
form label { margin-top: 0; }
input:not([type=radio]) { background: Field; color: FieldText; }
button { margin: 0; flex: none; }
.count { opacity: .8; }
.pager { display: grid; grid-template-columns: 1fr auto 1fr; margin: 1.75rem 0; }
.pager :last-child { text-align: right; }
.twin { margin-top: 2.5rem; padding-top: .75rem; border-top: 1px solid var(--line); max-width: none; font-size: .875rem; }
@media (max-width: 44rem) {
  .entries li { grid-template-columns: 1fr; }
  dl div { grid-template-columns: 1fr; gap: 0; }
  dt { font-size: .85rem; }
  thead { position: absolute; clip-path: inset(50%); height: 1px; overflow: hidden; }
  table, tbody, tr, td { display: block; }
  tr { padding: .6rem 0; border-bottom: 1px solid var(--line); }
  td { padding: .1rem 0; border: 0; }
  td:empty { display: none; }
  td:not(:first-child)::before { content: attr(data-label) ": "; opacity: .75; font-size: .85em; }
}
@media print {
  .banner, form, .pager, .twin { display: none; }
  main { max-width: none; padding: 0; }
  pre { white-space: pre-wrap; border: 1px solid #888; }
  h2, h3 { break-after: avoid; }
  tr, .entries li { break-inside: avoid; }
}
`);
