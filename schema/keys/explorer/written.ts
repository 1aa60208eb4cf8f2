import type { DescribedOperation, DescribedParameter } from '../../kernel/ports/product-descriptions.ts';
import { RequestFailure } from '../../kernel/request-failure.ts';
import { headerText, pathText, queryPairs } from '../../kernel/serialize.ts';
import type { Finding } from '../../values/errors.ts';
import type { JsonObject } from '../../values/foreign-values.ts';
import { pointerOf } from '../../values/pointer.ts';
import { isBarred } from './headers.ts';

/** The parameters of a call, written in the styles of the operation. */
export interface Written {
  /** The texts in the path, by the names of the templates. */
  path: Map<string, string>;
  query: string[];
  /** By name in lower case. */
  headers: Record<string, string>;
  /** About values that have no place, and those that are missing in the path. */
  findings: Finding[];
}

interface Given {
  path: JsonObject;
  query: JsonObject;
  /** Without those that every operation takes. */
  headers: JsonObject;
}

const pointers = {
  path: ['parameters', 'path'],
  query: ['parameters', 'query'],
  header: ['headers'],
} as const;

export function writtenIn({ parameters }: Pick<DescribedOperation, 'parameters'>, given: Given): Written {
  const written: Written = { path: new Map(), query: [], headers: {}, findings: [] };
  const find = (at: DescribedParameter['in'], name: string) =>
    parameters.find((it) => it.in === at && isNamed(it, name) && !(at === 'header' && isBarred(name)));
  const places = [
    ['path', given.path],
    ['query', given.query],
    ['header', given.headers],
  ] as const;
  for (const [place, values] of places)
    for (const [name, value] of Object.entries(values)) {
      const parameter = find(place, name);
      const finding = parameter ? write(written, parameter, value) : misplaced(place, name);
      if (finding) written.findings.push(findingAt(place, name, finding));
    }
  for (const { in: place, name } of parameters)
    if (place === 'path' && !written.path.has(name) && !Object.hasOwn(given.path, name))
      written.findings.push(findingAt(place, name, ['required', 'is required: the path contains it']));
  return written;
}

type Fault = [code: string, message: string];

/** Returns the fault of a value that its style cannot write, or null. */
function write(written: Written, parameter: DescribedParameter, value: unknown): Fault | null {
  const { in: place, name } = parameter;
  const named = { ...parameter, property: name };
  try {
    if (place === 'query') written.query.push(...queryPairs(named, value).map((pair) => pair.join('=')));
    if (place === 'header') written.headers[name.toLowerCase()] = sendable(headerText(named, value) ?? '');
    if (place === 'path') written.path.set(name, inSegment(pathText(named, value)));
    return null;
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
    return ['unsendable', `must be a value that can be sent: ${error.message.replace(/\.$/, '')}`];
  }
}

// RFC 9110 §5.5: other characters would end the header, or arrive as others.
function sendable(text: string): string {
  if (/^[\t\x20-\x7e]*$/.test(text)) return text;
  throw new RequestFailure('argument_unusable', 'A header has only visible ASCII characters and spaces');
}

// Clients remove such segments before they send a path.
function inSegment(text: string): string {
  if (!['', '.', '..'].includes(text)) return text;
  throw new RequestFailure('argument_unusable', 'It must be neither empty nor “.” or “..”');
}

// Header names have no case.
function isNamed({ in: place, name }: DescribedParameter, other: string): boolean {
  return place === 'header' ? name.toLowerCase() === other.toLowerCase() : name === other;
}

function misplaced(place: DescribedParameter['in'], name: string): Fault {
  const why =
    place === 'header' && isBarred(name) ? 'the server sets it' : 'the operation does not describe it';
  return ['unknown_field', `must not be sent: ${why}`];
}

function findingAt(place: DescribedParameter['in'], name: string, [code, message]: Fault): Finding {
  return { pointer: pointerOf([...pointers[place], name]), code, message };
}
