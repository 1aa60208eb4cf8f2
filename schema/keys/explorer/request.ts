import type { DescribedOperation } from '../../kernel/ports/product-descriptions.ts';
import { validationFailed } from '../../values/errors.ts';
import type { JsonObject } from '../../values/foreign-values.ts';
import { mediaTypeOf } from '../../values/media-type.ts';
import type { SentBody, SentCall } from '../../values/sent-call.ts';
import { isJson } from '../product-call/accept.ts';
import { scenarioHeader } from '../product-call/scenario.ts';
import { isAlways } from './headers.ts';
import { writtenIn, type Written } from './written.ts';

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
  operation: DescribedOperation,
  { headers: given, body, scenario, ...parameters }: Filled,
  of: Pick<SentCall, 'slug' | 'major'>,
): SentCall {
  const usual = Object.entries(given).filter(([name]) => isAlways(name));
  const others = Object.fromEntries(Object.entries(given).filter(([name]) => !isAlways(name)));
  const written = writtenIn(operation, { ...parameters, headers: others });
  if (written.findings.length > 0) throw validationFailed(written.findings);
  const headers = {
    ...Object.fromEntries(usual.map(([name, value]) => [name.toLowerCase(), String(value)])),
    ...written.headers,
    ...(scenario !== null && { [scenarioHeader]: scenario }),
  };
  const contentType = body === undefined ? null : contentTypeOf(operation, headers);
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

function pathOf({ path }: DescribedOperation, written: Written): string {
  return path.replaceAll(/\{([^{}]+)\}/g, (template, name: string) => written.path.get(name) ?? template);
}

function contentTypeOf({ body }: DescribedOperation, headers: Record<string, string>): string {
  const types = body?.contents.map(({ contentType }) => contentType) ?? [];
  const given = mediaTypeOf(headers['content-type'] ?? null);
  return given ?? types.find(isJson) ?? types[0] ?? 'application/json';
}

function bodyOf(body: unknown, contentType: string | null): SentBody {
  if (contentType === null) return { form: 'NONE' };
  if (contentType === 'application/x-www-form-urlencoded' || contentType === 'multipart/form-data') {
    const fields = Object.entries(body ?? {}).flatMap(([name, value]) => fieldsOf(name, value));
    return { form: 'FIELDS', fields };
  }
  return typeof body === 'string' && !isJson(contentType)
    ? { form: 'TEXT', text: body }
    : { form: 'JSON', value: body };
}

function fieldsOf(name: string, value: unknown): [string, string][] {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.map((it) => [name, typeof it === 'string' ? it : JSON.stringify(it)]);
}
