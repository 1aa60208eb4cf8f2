import type { DescribedOperation } from '../../kernel/ports/product-descriptions.ts';
import { validationFailed, type Finding } from '../../values/errors.ts';
import { isObject, type JsonObject } from '../../values/foreign-values.ts';
import { mediaTypeOf } from '../../values/media-type.ts';
import { pointerOf } from '../../values/pointer.ts';
import type { SentBody, SentCall } from '../../values/sent-call.ts';
import { isJson } from '../product-call/accept.ts';
import { scenarioHeader } from '../product-call/scenario.ts';
import { isAlways } from './headers.ts';
import { writtenIn, type Written } from './written.ts';

const urlEncoded = 'application/x-www-form-urlencoded';

/** What a call is written by. */
type Sendable = Pick<DescribedOperation, 'method' | 'path' | 'parameters' | 'body'>;

/** What a member filled in. */
export interface Filled {
  /** Values by name. */
  path: JsonObject;
  query: JsonObject;
  headers: JsonObject;
  /** Undefined for none. */
  body: unknown;
  scenario: string | null;
}

/** Returns the call of an operation with these values. Throws `validation_failed` for values without a place. */
export function callOf(
  operation: Sendable,
  { headers: given, body, scenario, ...parameters }: Filled,
  of: Pick<SentCall, 'slug' | 'major'>,
): SentCall {
  const usual = Object.entries(given).filter(([name]) => isAlways(name));
  const others = Object.fromEntries(Object.entries(given).filter(([name]) => !isAlways(name)));
  const written = writtenIn(operation, { ...parameters, headers: others });
  const findings = [...written.findings, ...usual.flatMap(faultOf)];
  if (findings.length > 0) throw validationFailed(findings);
  const headers = {
    ...Object.fromEntries(usual.map(([name, value]) => [name.toLowerCase(), String(value)])),
    ...written.headers,
    ...(scenario !== null && { [scenarioHeader]: scenario }),
  };
  // RFC 9110 §9.3.2: the body of a HEAD has no meaning.
  const isWithBody = body !== undefined && operation.method !== 'HEAD';
  const contentType = isWithBody ? contentTypeOf(operation, headers) : null;
  return {
    ...of,
    method: operation.method,
    path: pathOf(operation, written),
    query: written.query.join('&'),
    headers,
    contentType,
    body: bodyOf(body, contentType),
  };
}

function pathOf({ path }: Sendable, written: Written): string {
  return path.replaceAll(/\{([^{}]+)\}/g, (template, name: string) => written.path.get(name) ?? template);
}

function contentTypeOf({ body }: Sendable, headers: Record<string, string>): string {
  const types = body?.contents.map(({ contentType }) => contentType) ?? [];
  const given = mediaTypeOf(headers['content-type'] ?? null);
  return given ?? types.find(isJson) ?? types[0] ?? 'application/json';
}

function bodyOf(body: unknown, contentType: string | null): SentBody {
  if (contentType === null) return { form: 'NONE' };
  if (contentType === urlEncoded || contentType === 'multipart/form-data') {
    if (!isObject(body)) throw validationFailed([noForm]);
    return { form: 'FIELDS', fields: Object.entries(body).flatMap(([name, value]) => fieldsOf(name, value)) };
  }
  if (isJson(contentType)) return { form: 'JSON', value: body };
  return { form: 'TEXT', text: typeof body === 'string' ? body : JSON.stringify(body) };
}

const noForm: Finding = {
  pointer: '/body',
  code: 'invalid_form',
  message: 'must be an object with the fields of the form',
};

// As in parameters, null is not sent.
function fieldsOf(name: string, value: unknown): [string, string][] {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values
    .filter((it) => it !== null)
    .map((it) => [name, typeof it === 'string' ? it : JSON.stringify(it)]);
}

/** Returns the body as it is sent, except a form of several parts. */
export function textOf(body: SentBody): string {
  if (body.form === 'JSON') return JSON.stringify(body.value);
  if (body.form === 'TEXT') return body.text;
  return body.form === 'FIELDS' ? new URLSearchParams(body.fields).toString() : '';
}

// They name media types and an example.
function faultOf([name, value]: [string, unknown]): Finding[] {
  if (typeof value === 'string' && /^[\t\x20-\x7e]*$/.test(value)) return [];
  const message = 'must be a text of visible ASCII characters and spaces';
  return [{ pointer: pointerOf(['headers', name]), code: 'invalid', message }];
}
