import type { DescribedSchema } from '../../kernel/ports/product-descriptions.ts';
import { foreignJson } from '../../values/foreign-json.ts';
import { isObject } from '../../values/foreign-values.ts';
import { itemPart, partOf, propertiesOf, typesOf, type Part } from './schema-types.ts';

/** A text, or texts in lists and by name, as URLs, headers and forms carry values. */
export type Texts = string | Texts[] | { [name: string]: Texts };

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const words: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };

/**
 * Returns the value that the texts mean by the schema. A text that cannot mean one of its types stays a text, so
 * that the check of the value refuses it.
 */
export function meaningOf(texts: Texts, schema: DescribedSchema): unknown {
  return read(texts, partOf(schema));
}

function read(texts: Texts, part: Part): unknown {
  if (Array.isArray(texts)) return texts.map((text) => read(text, itemPart(part)));
  if (!isObject(texts)) return scalarOf(texts, typesOf(part));
  const properties = propertiesOf(part);
  const entries = Object.entries(texts).map(
    ([name, text]) => [name, read(text, properties.get(name) ?? anything)] as const,
  );
  return Object.fromEntries(entries);
}

const anything: Part = { schema: true, definitions: undefined };

function scalarOf(text: string, types: ReadonlySet<string> | null): unknown {
  if (types === null) return text;
  const isNumber = types.has('number') || types.has('integer');
  if (isNumber && number.test(text) && Number.isFinite(Number(text))) return Number(text);
  const isWord = Object.hasOwn(words, text) && types.has(text === 'null' ? 'null' : 'boolean');
  if (isWord) return words[text];
  // A nested value has no style, so clients send it as JSON.
  const isNested =
    (types.has('object') && text.startsWith('{')) || (types.has('array') && text.startsWith('['));
  if (isNested) return foreignJson(text) ?? text;
  // An empty text is the usual form of null in a URL.
  return text === '' && types.has('null') && !types.has('string') ? null : text;
}
