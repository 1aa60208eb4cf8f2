import { html, type Html } from '../html.ts';
import { encoded, pathOf } from './addresses.ts';
import type { Inline, Line } from './blocks.ts';

export function lineOf(line: Line): Html[] {
  return line.map(inlineOf);
}

function inlineOf(part: Inline): Html {
  if (typeof part === 'string') return html`${part}`;
  if ('code' in part) return codeOf(part.code);
  if ('path' in part) return html`<a href="${part.path}">${part.text}</a>`;
  const anchor = part.anchor === undefined ? '' : `#${encoded(part.anchor)}`;
  return html`<a href="${pathOf(part.page)}${anchor}">${part.text}</a>`;
}

export function badge(method: string): Html {
  return html`<b class="method ${method.toLowerCase()}">${method}</b>`;
}

// A long name may break after a mark, not inside a word.
export function codeOf(text: string): Html {
  const parts = text.split(/(?<=[./:])/);
  return html`<code>${parts.map((part, at) => (at === 0 ? html`${part}` : html`<wbr />${part}`))}</code>`;
}
