import { keysOf, pointerOf } from '../../schema/values/pointer.ts';
import type { ForeignDocument } from './document.ts';
import type { Findings } from './findings.ts';
import { isObject, own, type JsonObject } from '../../schema/values/foreign-values.ts';

export interface Found {
  value: unknown;
  /** The canonical pointer to it. */
  pointer: string;
}

const maxHops = 32;
const maxPointerLength = 2_000;
const maxTokens = 64;

/** Returns the target of a `$ref` within the document, or null with a finding. */
export function find(
  { root, findings }: ForeignDocument & { findings: Findings },
  ref: unknown,
  at: string,
): Found | null {
  if (typeof ref !== 'string' || !/^#(?:\/|$)/.test(ref)) {
    findings.add(
      'ref_elsewhere',
      at,
      'A $ref that does not begin with #/ is not supported; it was left out.',
    );
    return null;
  }
  const tokens = tokensOf(ref);
  const value = tokens.length === 0 || tokens.length > maxTokens ? undefined : valueAt(root, tokens);
  if (value !== undefined) return { value, pointer: pointerOf(tokens) };
  findings.add('ref_unresolved', at, 'A $ref leads to nothing in the document; it was left out.');
  return null;
}

/** Returns an object of the document or the target of its `$ref`, or null with a finding. */
export function follow(
  document: ForeignDocument & { findings: Findings },
  value: unknown,
  at: string,
): { value: JsonObject; pointer: string } | null {
  let found: Found = { value, pointer: at };
  for (let hops = 0; hops <= maxHops; hops++) {
    const { value: here, pointer } = found;
    if (!isObject(here)) {
      document.findings.add('not_an_object', pointer, 'This is not an object; it was left out.');
      return null;
    }
    if (!Object.hasOwn(here, '$ref')) return { value: here, pointer };
    const next = find(document, here['$ref'], pointer);
    if (!next) return null;
    found = next;
  }
  document.findings.add('ref_endless', at, 'A $ref leads to itself; it was left out.');
  return null;
}

// RFC 6901 §6: percent-decoding comes before the pointer is read.
function tokensOf(ref: string): string[] {
  if (ref.length > maxPointerLength) return [];
  return keysOf(percentDecoded(ref.slice(1)));
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function valueAt(root: JsonObject, tokens: readonly string[]): unknown {
  return tokens.reduce<unknown>((value, token) => {
    if (!Array.isArray(value)) return own(value, token);
    return /^(?:0|[1-9]\d{0,8})$/.test(token) ? (value[Number(token)] as unknown) : undefined;
  }, root);
}
