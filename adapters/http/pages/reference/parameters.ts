import { heading, prose, table, type Block, type Line } from './blocks.ts';
import { resolved, type DescribedOperation, type Description, type Parameter } from './description.ts';
import { exampleOf, limitsOf, typeOf } from './schema-text.ts';

const columns = ['Name', 'In', 'Type', 'Required', 'Limits', 'Example', 'Description'];

export function parametersOf(description: Description, { parameters = [] }: DescribedOperation): Parameter[] {
  return parameters.map((parameter) => resolved(description, parameter));
}

/** Returns a table of the parameters and headers; nothing if there is none. */
export function parameterBlocks(description: Description, described: DescribedOperation): Block[] {
  const rows = parametersOf(description, described).map((it) => ({ cells: cellsOf(description, it) }));
  return rows.length === 0 ? [] : [heading(2, 'Parameters and headers'), ...table(columns, rows)];
}

function cellsOf(description: Description, { name = '', schema = {}, ...it }: Parameter): Line[] {
  return [
    [{ code: name }],
    [it.in ?? ''],
    [typeOf(description, schema)],
    [it.required ? 'yes' : 'no'],
    limitsOf(description, schema),
    exampleOf(description, schema),
    prose(it.description ?? resolved(description, schema).description),
  ];
}
