import type { DescribedOperation, DescribedParameter } from '../../kernel/ports/product-descriptions.ts';
import { validationFailed, type Finding } from '../../values/errors.ts';
import { own, type JsonObject } from '../../values/foreign-values.ts';
import { mediaTypeOf } from '../../values/media-type.ts';
import { pointerOf } from '../../values/pointer.ts';
import type { SentBody, SentCall } from '../../values/sent-call.ts';
import { exampleHeader } from '../product-call/answer.ts';
import { isJson } from '../product-call/accept.ts';
import { scenarioHeader } from '../product-call/scenario.ts';
import { headerText, pathText, queryText } from './parameter-texts.ts';

/** What a person filled in. */
export interface Filled {
  /** Values by name. */
  path: JsonObject;
  query: JsonObject;
  headers: JsonObject;
  /** Undefined for none. */
  body: unknown;
  scenario: string | null;
}

// Headers that every operation takes: how it answers, and what the body is.
const always: ReadonlySet<string> = new Set(['accept', 'content-type', exampleHeader]);
// RFC 9110 §7.6.1, and what only the server sets.
const never =
  /^(?:authorization|cookie|host|connection|content-length|expect|keep-alive|proxy-.*|sallyport-.*|te|trailer|transfer-encoding|upgrade)$/;

const urlEncoded = 'application/x-www-form-urlencoded';

/** Returns the call of an operation with these values. Throws `validation_failed` for values that have no place. */
export function callOf(operation: DescribedOperation, filled: Filled, of: Pick<SentCall, 'slug' | 'major'>) {
  const { parameters, method } = operation;
  const findings: Finding[] = [];
  const texts = (place: DescribedParameter['in'], write: typeof pathText, at: string[]) => {
    const values = place === 'header' ? filled.headers : filled[place];
    const described = parameters.filter((it) => it.in === place && isFree(it));
    for (const name of Object.keys(values))
      if (!described.some((it) => isNamed(it, name)) && !(place === 'header' && isAlways(name)))
        findings.push(unknown(at, name, place));
    return described.flatMap((it) => {
      const value = own(values, Object.keys(values).find((name) => isNamed(it, name)) ?? it.name);
      return value === undefined || value === null ? [] : [[it, write(it, value)] as const];
    });
  };
  const inPath = texts('path', pathText, ['parameters', 'path']);
  const inQuery = texts('query', queryText, ['parameters', 'query']);
  const inHeaders = texts('header', headerText, ['headers']);
  findings.push(...missing(operation, inPath));
  if (findings.length > 0) throw validationFailed(findings);
  const headers: Record<string, string> = {
    ...alwaysIn(filled.headers),
    ...Object.fromEntries(inHeaders.map(([{ name }, text]) => [name.toLowerCase(), text])),
    ...(filled.scenario !== null && { [scenarioHeader]: filled.scenario }),
  };
  const contentType = filled.body === undefined ? null : contentTypeOf(operation, headers);
  return {
    ...of,
    method,
    path: pathOf(operation, inPath),
    query: inQuery
      .map(([, text]) => text)
      .filter(Boolean)
      .join('&'),
    headers,
    contentType,
    body: bodyOf(filled.body, contentType),
  } satisfies SentCall;
}

function isFree({ in: place, name }: DescribedParameter): boolean {
  return place !== 'header' || !never.test(name.toLowerCase());
}

// Header names have no case.
function isNamed({ in: place, name }: DescribedParameter, other: string): boolean {
  return place === 'header' ? name.toLowerCase() === other.toLowerCase() : name === other;
}

function isAlways(name: string): boolean {
  return always.has(name.toLowerCase());
}

function alwaysIn(headers: JsonObject): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      isAlways(name) ? [[name.toLowerCase(), String(value)] as const] : [],
    ),
  );
}

function unknown(at: string[], name: string, place: DescribedParameter['in']): Finding {
  const isBarred = place === 'header' && never.test(name.toLowerCase());
  const message = isBarred
    ? 'must not be sent: the server sets it'
    : 'must not be sent: the operation does not describe it';
  return { pointer: pointerOf([...at, name]), code: 'unknown_field', message };
}

function missing({ parameters }: DescribedOperation, inPath: Written): Finding[] {
  const names = new Set(inPath.flatMap(([{ name }, text]) => (text === '' ? [] : [name])));
  return parameters
    .filter((it) => it.in === 'path' && !names.has(it.name))
    .map(({ name }) => ({
      pointer: pointerOf(['parameters', 'path', name]),
      code: 'required',
      message: 'is required: the path contains it',
    }));
}

type Written = (readonly [DescribedParameter, string])[];

function pathOf({ path }: DescribedOperation, inPath: Written): string {
  const texts = new Map(inPath.map(([{ name }, text]) => [name, text]));
  return path.replaceAll(/\{([^{}]+)\}/g, (template, name: string) => texts.get(name) ?? template);
}

function contentTypeOf({ body }: DescribedOperation, headers: Record<string, string>): string {
  const types = body?.contents.map((it) => it.contentType) ?? [];
  const given = mediaTypeOf(headers['content-type'] ?? null);
  return given ?? types.find(isJson) ?? types[0] ?? 'application/json';
}

function bodyOf(body: unknown, contentType: string | null): SentBody {
  if (contentType === null) return { form: 'NONE' };
  if (contentType === urlEncoded || contentType === 'multipart/form-data')
    return {
      form: 'FIELDS',
      fields: Object.entries(body ?? {}).flatMap(([name, value]) => fieldsOf(name, value)),
    };
  if (typeof body === 'string' && !isJson(contentType)) return { form: 'TEXT', text: body };
  return { form: 'JSON', value: body };
}

function fieldsOf(name: string, value: unknown): [string, string][] {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.map((it) => [name, typeof it === 'string' ? it : JSON.stringify(it)]);
}
