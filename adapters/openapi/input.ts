import type { HttpParameter } from '../../schema/kernel/ports/descriptions.ts';
import { selfContained } from './definitions.ts';
import type { Parameter } from './parameters.ts';
import type { Reading, Schema } from './reading.ts';
import type { Found } from './references.ts';
import { bytesOf, convert, maxSchemaBytes } from './schemas.ts';

/** A body, and the schema of its content. */
export interface Body {
  contentType: string;
  required: boolean;
  description: string;
  schema: Found;
}

/** Returns the input of an operation: parameters with unique names, and one schema for them and the body. */
export function inputOf(
  reading: Reading,
  parameters: readonly Parameter[],
  body: Body | null,
  at: string,
): { parameters: HttpParameter[]; inputSchema: Record<string, unknown> } {
  const named = withProperties(parameters, body !== null);
  const all = [...named, ...(body ? [{ ...body, property: 'body' }] : [])];
  const refs = new Map<string, unknown>();
  let bytes = 0;
  const properties = all.map(({ property, schema: found, description }) => {
    const converted = convert(reading, 'input', found);
    const schema = described(converted.schema, description);
    const more = bytesOf(schema) + property.length;
    // Each fits alone, but all together may not.
    if (bytes + more > maxSchemaBytes / 2) {
      reading.findings.add(
        'schema_too_large',
        at,
        'The schema of all arguments is too large; some of it was left out.',
      );
      return [property, {}] as const;
    }
    bytes += more;
    for (const [pointer, value] of converted.refs) refs.set(pointer, value);
    return [property, schema] as const;
  });
  const required = all.filter((it) => it.required).map(({ property }) => property);
  const schema = {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
  return {
    parameters: named.map(({ property, name, in: place, style, explode, required: isRequired }) => ({
      property,
      name,
      in: place,
      style,
      explode,
      required: isRequired,
    })),
    inputSchema: selfContained(reading, 'input', { schema, refs }, at),
  };
}

/** Returns the parameters of the path first, then those of the query, then headers. */
export function inOrder<T extends Pick<Parameter, 'in'>>(parameters: readonly T[]): T[] {
  const order = { path: 0, query: 1, header: 2 };
  return parameters.toSorted((a, b) => order[a.in] - order[b.in]);
}

/** Names the parameters: those of the path first; a name that is taken gets the place appended. */
function withProperties(
  parameters: readonly Parameter[],
  hasBody: boolean,
): (Parameter & { property: string })[] {
  const taken = new Set(hasBody ? ['body'] : []);
  const propertyOf = (parameter: Parameter) => {
    let property = parameter.name;
    while (taken.has(property)) property = `${property}_${parameter.in}`;
    taken.add(property);
    return { ...parameter, property };
  };
  return inOrder(parameters).map(propertyOf);
}

function described(schema: Schema, description: string): Schema {
  if (schema === false || description === '') return schema;
  const stated = schema === true ? {} : schema;
  return { ...stated, description: 'description' in stated ? stated['description'] : description };
}
