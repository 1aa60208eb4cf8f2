import type { Finding } from './errors.ts';

/** The body of a call, as the adapter read it. */
export type SentBody =
  | { form: 'NONE' }
  | { form: 'JSON'; value: unknown }
  /** The fields of a form, in order; a file is its text. */
  | { form: 'FIELDS'; fields: [name: string, value: string][] }
  | { form: 'TEXT'; text: string }
  /** The adapter cannot read it: not as its media type says, encoded, or longer than `maxBytes`. */
  | { form: 'MALFORMED'; finding: Finding }
  | { form: 'ENCODED' }
  | { form: 'TOO_LARGE'; maxBytes: number };

/** A call of an API product, before anything of it is checked against the product. */
export interface SentCall {
  slug: string;
  major: number;
  /** In upper case. */
  method: string;
  /** After the major, percent-encoded, such as `/orders/42`. */
  path: string;
  /** Without the question mark. */
  query: string;
  /** By name in lower case. */
  headers: Record<string, string>;
  /** In lower case, without parameters; null if there was none. */
  contentType: string | null;
  body: SentBody;
}

/** The answer to a call, as the adapter sends it. */
export interface CallAnswer {
  status: number;
  headers: Record<string, string>;
  /** Null for an answer without a body. */
  body: string | null;
  /** Whether it conforms to the version, as far as the sandbox can check it. */
  conforms: boolean;
  /** How the adapter sends it: whole, cut in the middle of its body, or not at all. */
  ending: 'WHOLE' | 'CUT' | 'NONE';
}
