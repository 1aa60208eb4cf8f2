import { serializeArrayParam, serializeObjectParam, serializePrimitiveParam } from 'openapi-fetch';
import type { DescribedParameter } from '../../kernel/ports/product-descriptions.ts';
import { isObject } from '../../values/foreign-values.ts';

/** Writes the values of parameters in their styles (OpenAPI 3.1 §4.8.12). */

type Style = 'simple' | 'label' | 'matrix';

/** Returns the text that takes the place of `{name}` in a path. */
export function pathText({ name, style, explode }: DescribedParameter, value: unknown): string {
  if (style === 'json') return encodeURIComponent(JSON.stringify(value));
  const how = { style: style as Style, explode };
  if (Array.isArray(value)) return serializeArrayParam(encodeURIComponent(name), value, how);
  if (isObject(value)) return serializeObjectParam(encodeURIComponent(name), value, how);
  const text = encodeURIComponent(String(value));
  if (style === 'label') return `.${text}`;
  return style === 'matrix' ? `;${encodeURIComponent(name)}=${text}` : text;
}

/** Returns the part of a query string for a parameter. */
export function queryText({ name, style, explode }: DescribedParameter, value: unknown): string {
  const key = encodeURIComponent(name);
  const how = { style: style as 'form', explode };
  if (style === 'json') return serializePrimitiveParam(key, JSON.stringify(value));
  if (Array.isArray(value)) return serializeArrayParam(key, value, how);
  if (isObject(value)) return serializeObjectParam(key, value, how);
  return serializePrimitiveParam(key, String(value));
}

/** Returns the value of a header. Nothing is encoded in it. */
export function headerText({ name, style, explode }: DescribedParameter, value: unknown): string {
  if (style === 'json') return JSON.stringify(value);
  const how = { style: 'simple' as const, explode, allowReserved: true };
  if (Array.isArray(value)) return serializeArrayParam(name, value, how);
  return isObject(value) ? serializeObjectParam(name, value, how) : String(value);
}
