import type { HttpParameter } from './ports/descriptions.ts';
import { percentEncoded } from '../values/percent.ts';
import { RequestFailure, unusable } from './request-failure.ts';

/** A name and a value of a query or a form, percent-encoded. */
export type Pair = readonly [name: string, value: string];

type Shape =
  | { kind: 'TEXT'; text: string }
  | { kind: 'LIST'; texts: string[] }
  | { kind: 'MEMBERS'; members: [name: string, text: string][] };

interface Piece {
  /** Null for the parameter’s own name. */
  name: string | null;
  text: string;
}

type Named = Pick<HttpParameter, 'property'>;

// oxfmt-ignore
const pathStyles = new Map([
  ['simple', { first: '',  between: ',', isNamed: false }],
  ['label',  { first: '.', between: '.', isNamed: false }],
  ['matrix', { first: ';', between: ';', isNamed: true  }],
]);
const separators = new Map([
  ['form', ','],
  ['spaceDelimited', ' '],
  ['pipeDelimited', '|'],
]);

/**
 * Returns the text of a path parameter, by RFC 6570 §3.2. Here and below, null and undefined are not sent. A
 * nested value is sent as JSON, since no style defines it.
 */
export function pathText(parameter: HttpParameter, value: unknown): string {
  if (parameter.style === 'json') return encoded(parameter, JSON.stringify(value));
  const style = known(pathStyles.get(parameter.style));
  const shape = shapeOf(value);
  if (!shape) throw unusable(parameter, 'is empty, which a path cannot contain.');
  const pieces = piecesOf(shape, parameter.explode, ',', (text) => encoded(parameter, text));
  const own = percentEncoded(parameter.name);
  const texts = pieces.map(({ name, text }) => {
    if (name !== null) return style.isNamed && text === '' ? name : `${name}=${text}`;
    if (!style.isNamed) return text;
    return text === '' ? own : `${own}=${text}`;
  });
  return style.first + texts.join(style.between);
}

/** Returns the pairs of a query parameter, if any. `deepObject` nests brackets as deep as the value. */
export function queryPairs(parameter: HttpParameter, value: unknown): Pair[] {
  const own = encoded(parameter, parameter.name);
  if (parameter.style === 'json') return [[own, encoded(parameter, JSON.stringify(value))]];
  if (parameter.style === 'deepObject') return deepPairs(parameter, parameter.name, value);
  const separator = known(separators.get(parameter.style));
  const shape = shapeOf(value);
  if (!shape) return [];
  if (!parameter.explode && separator !== ',') assertWithout(parameter, shape, separator);
  const between = separator === ',' ? separator : percentEncoded(separator);
  const pieces = piecesOf(shape, parameter.explode, between, (text) => encoded(parameter, text));
  return pieces.map(({ name, text }) => [name ?? own, text]);
}

/** Returns the value of a header parameter, without percent-encoding; null if there is none. */
export function headerText(parameter: HttpParameter, value: unknown): string | null {
  if (parameter.style === 'json') return inAscii(JSON.stringify(value));
  const shape = shapeOf(value);
  if (!shape) return null;
  return piecesOf(shape, parameter.explode, ',', (text) => text)
    .map(({ name, text }) => (name === null ? text : `${name}=${text}`))
    .join(',');
}

/**
 * Returns the fields of a form: lists item by item, objects as JSON. OpenAPI 3.1.2, “Encoding the
 * x-www-form-urlencoded Media Type”.
 */
export function formPairs(argument: Named, fields: object): Pair[] {
  return Object.entries(fields).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter(isPresent)
      .map((item): Pair => [encoded(argument, name), encoded(argument, textOf(item))]),
  );
}

// RFC 6570 §2.3: null and empty lists or objects are undefined. An empty text is a value.
function shapeOf(value: unknown): Shape | null {
  if (!isPresent(value)) return null;
  if (Array.isArray(value)) {
    const texts = value.filter(isPresent).map(textOf);
    return texts.length > 0 ? { kind: 'LIST', texts } : null;
  }
  if (typeof value !== 'object') return { kind: 'TEXT', text: textOf(value) };
  const members = Object.entries(value)
    .filter(([, member]) => isPresent(member))
    .map(([name, member]): [string, string] => [name, textOf(member)]);
  return members.length > 0 ? { kind: 'MEMBERS', members } : null;
}

function isPresent(value: unknown): value is string | number | boolean | object {
  return value !== null && value !== undefined;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function piecesOf(
  shape: Shape,
  explode: boolean,
  between: string,
  encode: (text: string) => string,
): Piece[] {
  if (shape.kind === 'TEXT') return [{ name: null, text: encode(shape.text) }];
  if (shape.kind === 'MEMBERS' && explode)
    return shape.members.map(([name, text]) => ({ name: encode(name), text: encode(text) }));
  const texts = (shape.kind === 'LIST' ? shape.texts : shape.members.flat()).map(encode);
  return explode ? texts.map((text) => ({ name: null, text })) : [{ name: null, text: texts.join(between) }];
}

// Receivers split the list at the separator, so no text may contain it.
function assertWithout(parameter: Named, shape: Shape, separator: string): void {
  const texts = shape.kind === 'LIST' ? shape.texts : shape.kind === 'MEMBERS' ? shape.members.flat() : [];
  if (!texts.some((text) => text.includes(separator))) return;
  const name = separator === ' ' ? 'a space' : 'a vertical bar';
  throw unusable(parameter, `contains ${name} inside of a value, where it separates values.`);
}

function deepPairs(parameter: Named, path: string, value: unknown): Pair[] {
  if (!isPresent(value)) return [];
  if (typeof value !== 'object') return [[encoded(parameter, path), encoded(parameter, textOf(value))]];
  if (Array.isArray(value))
    return value.flatMap((item: unknown, index) =>
      deepPairs(parameter, `${path}[${typeof item === 'object' ? index : ''}]`, item),
    );
  return Object.entries(value).flatMap(([name, member]) => {
    if (/[[\]]/.test(name))
      throw unusable(parameter, 'has a name with a bracket in it, which cannot be encoded.');
    return deepPairs(parameter, `${path}[${name}]`, member);
  });
}

function known<Style>(style: Style | undefined): Style {
  if (style !== undefined) return style;
  throw new RequestFailure('operation_unusable', 'A parameter has a style that its place does not know.');
}

function encoded(argument: Named, text: string): string {
  if (!text.isWellFormed())
    throw unusable(argument, 'contains half of a surrogate pair; send complete characters.');
  return percentEncoded(text);
}

function inAscii(json: string): string {
  return json.replaceAll(
    /[^\x20-\x7e]/g,
    (unit) => String.raw`\u` + unit.charCodeAt(0).toString(16).padStart(4, '0'),
  );
}
