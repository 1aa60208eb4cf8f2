import type { Context } from '../../kernel/context.ts';
import { SchemaFailure } from '../../kernel/ports/json-schemas.ts';
import type { DescribedContent, DescribedOperation } from '../../kernel/ports/product-descriptions.ts';
import { isObject, type JsonObject } from '../../values/foreign-values.ts';
import { valueOf } from './answer.ts';
import { partOf, requiredOf } from './schema-types.ts';
import type { ServedVersion } from './snapshot.ts';

/** An answer that an operation of the version describes. */
export interface Described {
  operation: DescribedOperation;
  content: DescribedContent;
  version: ServedVersion;
}

/** Whether the value conforms to the answer. A value that takes too long to check does not. */
export async function conforms(ctx: Context, described: Described, value: unknown): Promise<boolean> {
  const { operation, content, version } = described;
  if (!content.schema) return true;
  const key = `${version.digest.toString('base64')} ${operation.operationId} answer ${content.contentType}`;
  try {
    return (
      (await ctx.jsonSchemas.check({ key, owner: version.workspaceId, schema: content.schema }, value))
        .length === 0
    );
  } catch (error) {
    if (error instanceof SchemaFailure) return false;
    throw error;
  }
}

/** Returns the fields that an object of the answer must have, as its example or sample has them. */
export function requiredFields(content: DescribedContent): JsonObject {
  const value = valueOf(content, undefined)?.value;
  const required = content.schema ? requiredOf(partOf(content.schema)) : new Set<string>();
  const entries = Object.entries(isObject(value) ? value : {}).filter(([name]) => required.has(name));
  return Object.fromEntries(entries);
}

/**
 * Returns the object with the fields that the answer requires, and without those that it does not allow. Null if that
 * does not conform either.
 */
export async function fitted(
  ctx: Context,
  described: Described,
  object: JsonObject,
): Promise<JsonObject | null> {
  const base = requiredFields(described.content);
  for (const whole of [object, { ...base, ...object }])
    if (await conforms(ctx, described, whole)) return whole;
  if (!(await conforms(ctx, described, base))) return null;
  let fit: JsonObject = base;
  for (const [name, value] of Object.entries(object)) {
    const more = { ...fit, [name]: value };
    if (await conforms(ctx, described, more)) fit = more;
  }
  return fit;
}
