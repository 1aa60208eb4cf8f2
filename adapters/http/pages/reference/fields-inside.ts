import { resolved, type Description, type Schema } from './description.ts';
import { alternativesOf } from './schema-text.ts';

export interface Child {
  /** The path from the body to it, such as `data[].id`. */
  name: string;
  schema: Schema;
  /** Null if the schema does not say. */
  isRequired: boolean | null;
}

/** Returns the fields directly inside a schema, also inside its parts, its items and its alternatives. */
export function childrenOf(description: Description, schema: Schema, name = ''): Child[] {
  const children = new Map<string, Child>();
  // A schema may be its own part, item or alternative.
  const seen = new Set<object>();
  const visit = (part: Schema, prefix: string) => {
    const it = resolved(description, part);
    if (seen.has(it)) return;
    seen.add(it);
    for (const one of it.allOf ?? []) visit(one, prefix);
    for (const child of ownOf(it, prefix)) children.set(child.name, later(children.get(child.name), child));
    if (it.items) visit(it.items, `${prefix}[]`);
    for (const option of alternativesOf(it)) visit(option, prefix);
  };
  visit(schema, name);
  return [...children.values()];
}

function ownOf({ properties, required, additionalProperties: others }: Schema, prefix: string): Child[] {
  const inside = prefix === '' ? '' : `${prefix}.`;
  const needed = new Set(required);
  const own = Object.entries(properties ?? {}).map(([key, schema]) => ({
    name: `${inside}${key}`,
    schema,
    isRequired: needed.has(key),
  }));
  const isDescribed = typeof others === 'object' && Object.keys(others).length > 0;
  return isDescribed ? [...own, { name: `${inside}<name>`, schema: others, isRequired: null }] : own;
}

// A later part of `allOf` refines an earlier one, and makes nothing optional.
function later(earlier: Child | undefined, child: Child): Child {
  return { ...child, isRequired: earlier?.isRequired === true || child.isRequired };
}
