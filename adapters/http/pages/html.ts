import { unseen } from '../../../schema/values/visible.ts';

/** Markup that needs no escaping. */
export interface Html {
  readonly markup: string;
}

type Part = string | Html | readonly Html[];

/** Returns markup; strings among the values are escaped. */
export function html(markup: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { markup: String.raw({ raw: markup }, ...parts.map(textOf)) };
}

function textOf(part: Part): string {
  if (typeof part === 'string') return escaped(part);
  return [part]
    .flat()
    .map(({ markup }) => markup)
    .join('');
}

/** Returns a text of several lines, whose ends escaping would remove. */
export function lines(text: string): Html {
  return { markup: text.split('\n').map(escaped).join('\n') };
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  // Ends of lines separate words, but are invisible themselves.
  const line = text.replaceAll(/\s/g, ' ').replaceAll(unseen, '');
  return line.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
}
