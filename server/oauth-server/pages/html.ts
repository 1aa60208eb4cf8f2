/** Markup that may be shown as it stands. */
export interface Html {
  readonly markup: string;
}

type Part = string | Html | readonly Html[];

/** Markup with values in it, which are text whatever they hold. */
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

/** The text as it is seen: without what shows nothing, and empty where nothing is left to see. */
export function visible(text: string): string {
  const seen = text.replaceAll(unseen, '').replaceAll(/\s+/g, ' ').trim();
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(seen) ? seen : '';
}

// Some of them turn the direction of writing, which would let a name rewrite what stands beside it. U+2800 is a braille cell
// without dots.
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

function escaped(text: string): string {
  return text.replaceAll(unseen, '').replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
}
