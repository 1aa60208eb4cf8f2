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

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replaceAll(unseen, '').replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
}
