import type { DescribedSchema } from '../../kernel/ports/product-descriptions.ts';
import { partOf, propertiesOf, typesOf } from './schema-types.ts';
import { meaningOf, type Texts } from './texts.ts';

/** Returns the object that the fields of a form mean by its schema. A field that is sent again makes a list. */
export function fieldsOf(fields: readonly [name: string, value: string][], schema: DescribedSchema): unknown {
  const properties = propertiesOf(partOf(schema));
  const byName = Map.groupBy(fields, ([name]) => bareName(name));
  const texts = [...byName].map(([name, sent]): [string, Texts] => {
    const values = sent.map(([, value]) => value);
    const property = properties.get(name);
    const isList =
      values.length > 1 || sent[0]?.[0] !== name || (property && typesOf(property)?.has('array'));
    return [name, isList ? values : (values[0] ?? '')];
  });
  return meaningOf(Object.fromEntries(texts), schema);
}

// Many clients send lists as `tags[]`.
function bareName(name: string): string {
  return name.endsWith('[]') ? name.slice(0, -2) : name;
}
