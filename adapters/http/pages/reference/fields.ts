import { joined, paragraph, prose, table, type Block, type Line, type Row } from './blocks.ts';
import { resolved, type Description, type Schema } from './description.ts';
import { childrenOf, type Child } from './fields-inside.ts';
import { exampleOf, limitsOf, typeOf } from './schema-text.ts';

/** Fields inside more fields than this are not shown. */
export const deepest = 6;
/** A table ends here, because a schema may have more fields than a page can show. */
export const mostRows = 400;

const columns = ['Field', 'Type', 'Required', 'Limits', 'Example', 'Description'];

interface Walk {
  description: Description;
  rows: Row[];
  isCut: boolean;
}

/** Where the walk is: the name so far, and the schemas around, outermost first. */
interface Place {
  name: string;
  around: readonly object[];
}

/** Returns a table of the fields of a schema, those inside others included. */
export function fieldsOf(description: Description, schema: Schema | undefined): Block[] {
  const walk: Walk = { description, rows: [], isCut: false };
  const root = resolved(description, schema ?? {});
  if (childrenOf(description, root).length === 0)
    addRow(walk, { name: 'body', schema: root, isRequired: null }, []);
  addFields(walk, root, { name: '', around: [root] });
  const note = `The table ends here, after ${mostRows} fields. The rest is in /openapi.json.`;
  return [...table(columns, walk.rows), ...(walk.isCut ? [paragraph(note)] : [])];
}

function addFields(walk: Walk, schema: Schema, { name, around }: Place): void {
  for (const child of childrenOf(walk.description, schema, name)) {
    if (walk.isCut) return;
    const target = resolved(walk.description, child.schema);
    const hasFields = childrenOf(walk.description, target).length > 0;
    const reason = hasFields ? reasonToCut(target, around) : null;
    addRow(walk, child, reason === null ? [] : [reason]);
    if (reason === null) addFields(walk, target, { name: child.name, around: [...around, target] });
  }
}

function reasonToCut(target: object, around: readonly object[]): string | null {
  if (around.includes(target)) return 'It contains itself, so its fields are cut here.';
  return around.length >= deepest
    ? `Its fields are cut here, because they are deeper than ${deepest} levels.`
    : null;
}

function addRow(walk: Walk, { name, schema, isRequired }: Child, note: Line): void {
  walk.isCut = walk.rows.length >= mostRows;
  if (walk.isCut) return;
  const { description } = walk;
  const told = prose(schema.description ?? resolved(description, schema).description);
  walk.rows.push({
    cells: [
      [{ code: name }],
      [typeOf(description, schema)],
      isRequired === null ? [] : [isRequired ? 'yes' : 'no'],
      limitsOf(description, schema),
      exampleOf(description, schema),
      joined([told, note], ' '),
    ],
  });
}
