import type { SchemaTypes } from '../../kernel/builder.ts';

type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;

/** The input fields of a call, as the adapter read it. */
export function sentCallFields(t: PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>) {
  return {
    slug: t.string({ required: true, description: 'The slug of the product.' }),
    major: t.int({ required: true }),
    method: t.string({ required: true, description: 'In upper case.' }),
    path: t.string({ required: true, description: 'The path after the major, percent-encoded.' }),
    query: t.string({ required: true, description: 'The query string, without the question mark.' }),
    headers: t.field({ type: 'JSON', required: true, description: 'By name in lower case.' }),
    contentType: t.string({ description: 'In lower case, without parameters.' }),
    body: t.field({ type: 'JSON', required: true, description: 'The body, as the adapter read it.' }),
  };
}
