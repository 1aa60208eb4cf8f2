import { html, lines, type Html } from '../html.ts';
import { page as framed } from '../layout.ts';
import { pathOf, root } from './addresses.ts';
import type { Block, Entry, Line, Page, Row } from './blocks.ts';
import { badge, codeOf, lineOf } from './html-line.ts';
import { styleSheet } from './style.ts';

const tabs: readonly (readonly [name: string, text: string])[] = [
  ['', 'Operations'],
  ['errors', 'Errors'],
  ['event-types', 'Events'],
  ['permissions', 'Permissions'],
];

export const scriptPath = `${root}/filter.js`;
const scriptElement: Html = { markup: `<script src="${scriptPath}" defer></script>` };

/** Returns the page as HTML. Only a page with a search has a script. */
export function htmlOf({ title, name, query, blocks }: Page): string {
  const script = hasScript({ blocks }) ? scriptElement : html``;
  const twin = `${pathOf(name, '.md')}${query}`;
  const head = html`<link rel="alternate" type="text/markdown" href="${twin}" /> ${styleSheet.element}
    ${script}`;
  const twinLink = html`<p class="twin"><a href="${twin}">This page as Markdown</a></p>`;
  return framed(title, html`${blocks.map(blockOf)}${twinLink}`, { head, banner: navigation(name) });
}

export function hasScript({ blocks }: Pick<Page, 'blocks'>): boolean {
  return blocks.some(({ kind }) => kind === 'search');
}

function navigation(current: string): Html {
  const links = tabs.map(([name, text]) =>
    name === current
      ? html`<a href="${pathOf(name)}" aria-current="page">${text}</a>`
      : html`<a href="${pathOf(name)}">${text}</a>`,
  );
  return html`<nav class="banner" aria-label="Reference">
    <b>Sallyport</b> ${links} <a href="/openapi.json">OpenAPI</a>
  </nav>`;
}

function blockOf(block: Block): Html {
  return (renderers[block.kind] as (block: Block) => Html)(block);
}

const renderers: { [Kind in Block['kind']]: (block: Extract<Block, { kind: Kind }>) => Html } = {
  heading: headingOf,
  paragraph: ({ line }) => html`<p>${lineOf(line)}</p>`,
  endpoint: ({ method, path }) => html`<p class="endpoint">${badge(method)} ${codeOf(path)}</p>`,
  facts: ({ rows }) => html`<dl>${rows.map(factOf)}</dl>`,
  entries: ({ entries }) =>
    html`<ul class="entries">
      ${entries.map(entryOf)}
    </ul>`,
  table: ({ columns, rows }) => tableOf(columns, rows),
  sample: ({ language, text }) =>
    html`<pre tabindex="0" class="${language}"><code>${lines(text)}</code></pre>`,
  search: ({ value }) => searchOf(value),
  list: ({ blocks }) => html`<section id="operations">${blocks.map(blockOf)}</section>`,
  pager: pagerOf,
};

function factOf([name, line]: readonly [string, Line]): Html {
  return html`<div>
    <dt>${name}</dt>
    <dd>${lineOf(line)}</dd>
  </div>`;
}

function headingOf({ level, line, id }: Extract<Block, { kind: 'heading' }>): Html {
  const attribute = id === undefined ? html`` : html` id="${id}"`;
  return level === 2
    ? html`<h2${attribute}>${lineOf(line)}</h2>`
    : html`<h3${attribute}>${lineOf(line)}</h3>`;
}

function entryOf({ method, path, summary, page }: Entry): Html {
  return html`<li>
    <a href="${pathOf(page)}">${badge(method)} ${codeOf(path)}</a> <span>${summary}</span>
  </li>`;
}

function tableOf(columns: readonly string[], rows: readonly Row[]): Html {
  const cells = (row: Row) =>
    row.cells.map((line, at) => html`<td data-label="${columns[at] ?? ''}">${lineOf(line)}</td>`);
  return html`<table>
    <thead>
      <tr>
        ${columns.map((column) => html`<th scope="col">${column}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map((row) =>
        row.id === undefined
          ? html`<tr>
              ${cells(row)}
            </tr>`
          : html`<tr id="${row.id}">
              ${cells(row)}
            </tr>`,
      )}
    </tbody>
  </table>`;
}

function searchOf(value: string): Html {
  return html`<form role="search" action="${root}">
    <label for="q">Search by name, path, text or permission</label>
    <div>
      <input
        id="q"
        name="q"
        type="search"
        value="${value}"
        maxlength="100"
        autocomplete="off"
        spellcheck="false"
      />
      <button>Search</button>
    </div>
  </form>`;
}

function pagerOf({ query, current, last }: Extract<Block, { kind: 'pager' }>): Html {
  const link = (to: number, rel: string, text: string) =>
    to < 1 || to > last
      ? html`<span></span>`
      : html`<a rel="${rel}" href="${root}?${query}page=${String(to)}">${text}</a>`;
  return html`<nav class="pager" aria-label="Pages">
    ${link(current - 1, 'prev', '← Previous')}
    <span>Page ${String(current)} of ${String(last)}</span> ${link(current + 1, 'next', 'Next →')}
  </nav>`;
}
