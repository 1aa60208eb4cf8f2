import { getNamedType, isCompositeType, type GraphQLArgument } from 'graphql';
import { isMutation, rootFields } from './matrix.cells.ts';
import type { Row } from './matrix.inputs.ts';

/** The title of a row's tests. */
export const titleOf = ({ operation, of }: Row) => [operation, of].filter(Boolean).join(' of ');

/** Returns the document of an operation, with a variable for each argument. */
export function documentOf(row: Row, selection?: string): string {
  const field = rootFields.get(row.operation);
  if (!field) throw new Error(`There is no operation ${row.operation}.`);
  const variables = listed(field.args.map((arg) => `$${arg.name}: ${variableTypeOf(arg)}`));
  const args = listed(field.args.map(({ name }) => `${name}: $${name}`));
  const parts = selection ?? (isCompositeType(getNamedType(field.type)) ? '{ __typename }' : '');
  return `${isMutation(row) ? 'mutation' : 'query'}${variables} { ${row.operation}${args} ${parts} }`;
}

function listed(items: string[]): string {
  return items.length > 0 ? `(${items.join(', ')})` : '';
}

/** An argument with a default value may be left out. */
function variableTypeOf({ type, defaultValue }: GraphQLArgument): string {
  return defaultValue === undefined ? String(type) : String(type).replace(/!$/, '');
}
