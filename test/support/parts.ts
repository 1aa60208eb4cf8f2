import { getNamedType, isObjectType, isRequiredArgument, type GraphQLOutputType } from 'graphql';

/** Selects everything below a type, three levels deep: one operation may not request four. */
export function partsOf(type: GraphQLOutputType, levels = 3): string {
  const named = getNamedType(type);
  if (!isObjectType(named)) return '';
  const fields = Object.values(named.getFields()).filter(
    ({ type: part, args }) =>
      !args.some(isRequiredArgument) && (levels > 1 || !isObjectType(getNamedType(part))),
  );
  return `{ ${fields.map((field) => `${field.name} ${partsOf(field.type, levels - 1)}`).join(' ')} }`;
}
