import { foreignJson } from '../../values/foreign-json.ts';
import type { IncomingAnswer } from '../../kernel/ports/egress.ts';

/** The data of a provider’s answer. */
export type Answered =
  | { kind: 'JSON'; data: unknown }
  | { kind: 'TEXT'; data: string }
  | { kind: 'NOTHING'; data: null }
  /** Anything that is no text, in base64. */
  | { kind: 'BINARY'; data: { contentType: string | null; bytes: number; data: string } }
  /** The blocks of a tool’s answer. */
  | { kind: 'BLOCKS'; data: readonly object[] };

export const answerKinds = [
  'JSON',
  'TEXT',
  'NOTHING',
  'BINARY',
  'BLOCKS',
] as const satisfies readonly Answered['kind'][];

export type AnswerFailureCode = 'not_json' | 'not_a_text';

/** Why a received answer has no data. The message contains nothing of the answer. */
export class AnswerFailure extends Error {
  override name = 'AnswerFailure';
  readonly code: AnswerFailureCode;

  constructor(code: AnswerFailureCode, message: string) {
    super(message);
    this.code = code;
  }
}

export interface Expected {
  method: string;
  /** Whether the description promises JSON. */
  isJson: boolean;
}

// RFC 6838 §4.2.
const typeForm = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/;
const json = /^(?:application|text)\/(?:x-)?json$|\+json$/;
const text =
  /^text\/|^application\/(?:xml|(?:x-)?yaml|toml|(?:x-)?ndjson|jsonl|json-seq|(?:x-)?javascript|ecmascript|graphql|sql|x-www-form-urlencoded)$|\+(?:xml|yaml)$/;
const bodiless = new Set([204, 205]);

/**
 * Parses an answer by its content type: JSON, text or binary. If the description promises JSON, also tries to
 * parse text and answers without a type as JSON. Throws an AnswerFailure.
 */
export function dataOf({ status, headers, body }: IncomingAnswer, { method, isJson }: Expected): Answered {
  if (method === 'HEAD' || bodiless.has(status) || body.length === 0) return { kind: 'NOTHING', data: null };
  const said = headers['content-type'] ?? '';
  const contentType = typeOf(said);
  if (contentType !== null && json.test(contentType)) return jsonIn(decoded(body, said));
  const isText = contentType !== null && text.test(contentType);
  const data = isJson && (isText || contentType === null) ? mislabelled(body, said) : undefined;
  if (data !== undefined) return { kind: 'JSON', data };
  return isText
    ? { kind: 'TEXT', data: decoded(body, said) }
    : { kind: 'BINARY', data: { contentType, bytes: body.length, data: body.toString('base64') } };
}

function typeOf(said: string): string | null {
  const [type = ''] = said.slice(0, 1_000).split(/[;,]/, 1);
  const essence = type.trim().toLowerCase();
  return typeForm.test(essence) ? essence : null;
}

function jsonIn(said: string): Answered {
  const data = foreignJson(said);
  if (data !== undefined) return { kind: 'JSON', data };
  throw new AnswerFailure('not_json', 'It claims to be JSON, but cannot be parsed.');
}

function mislabelled(body: Buffer, said: string): unknown {
  try {
    return foreignJson(decoded(body, said));
  } catch {
    return undefined;
  }
}

const charsetForm = /;\s{0,20}charset\s{0,20}=\s{0,20}["']?([\w.:-]{1,40})/i;
// WHATWG Encoding §4.2: the labels ISO 8859-1 and ASCII mean windows-1252.
// oxfmt-ignore
const charsets: Readonly<Record<string, string>> = {
  'utf-8':        'utf-8',
  'utf8':         'utf-8',
  'us-ascii':     'windows-1252',
  'ascii':        'windows-1252',
  'iso-8859-1':   'windows-1252',
  'iso8859-1':    'windows-1252',
  'latin1':       'windows-1252',
  'windows-1252': 'windows-1252',
};

function decoded(body: Buffer, said: string): string {
  const [, name = 'utf-8'] = charsetForm.exec(said) ?? [];
  const charset = Object.hasOwn(charsets, name.toLowerCase()) ? charsets[name.toLowerCase()] : undefined;
  if (charset === undefined)
    throw notAText('Its character set is not supported; only UTF-8 and Latin-1 are.');
  try {
    return new TextDecoder(charset, { fatal: true }).decode(body);
  } catch {
    throw notAText('It does not match its declared character set.');
  }
}

function notAText(sentence: string): AnswerFailure {
  return new AnswerFailure('not_a_text', `The provider's answer cannot be read. ${sentence}`);
}
