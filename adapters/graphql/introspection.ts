import {
  GraphQLError,
  getIntrospectionQuery,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType,
  parse,
  type DocumentNode,
  type FieldNode,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValidationRule,
} from 'graphql';
import { fieldsOf } from './selections.ts';

/** How many times the cost of the widest introspection query of the usual tools one operation may have. */
const slack = 2;
const widest = parse(
  getIntrospectionQuery({
    schemaDescription: true,
    specifiedByUrl: true,
    directiveIsRepeatable: true,
    inputValueDeprecation: true,
    oneOf: true,
  }),
);
const tooMuch =
  'The operation requests more of the schema than one answer may contain. Request `__schema` once, with the ' +
  'introspection query of your tool, or single types with `__type`.';

/** Rejects an operation that requests `__schema` twice, or much more of it than the usual tools do. */
export const introspectionBudget: ValidationRule = (context) => ({
  OperationDefinition(operation) {
    const document = context.getDocument();
    const asked = introspectionOf(document, operation);
    if (asked.length === 0) return;
    const { sizes, budget } = measured(context.getSchema());
    const schemas = asked.filter(({ name }) => name.value === '__schema');
    const keys = new Set(schemas.map(({ alias, name }) => (alias ?? name).value));
    if (keys.size > 1 || estimate(document, asked, sizes) > budget)
      context.reportError(new GraphQLError(tooMuch, { nodes: operation }));
  },
});

/** Whether the operation reads only the schema: its answer is then the same for every caller, each time. */
export function isIntrospection(document: DocumentNode, operation: OperationDefinitionNode): boolean {
  const all = fieldsOf(document, operation.selectionSet);
  return (
    operation.variableDefinitions?.length === 0 && introspectionOf(document, operation).length === all.length
  );
}

function introspectionOf(document: DocumentNode, { selectionSet }: OperationDefinitionNode): FieldNode[] {
  return fieldsOf(document, selectionSet).filter(({ name }) => /^__(?:schema|type)$/.test(name.value));
}

/** The number of entries in a list of introspection: the mean over all types or fields, and the maximum. */
interface Size {
  mean: number;
  most: number;
}

type Sizes = Readonly<Record<string, Size>>;

const kept = new WeakMap<GraphQLSchema, { sizes: Sizes; budget: number }>();

function measured(schema: GraphQLSchema): { sizes: Sizes; budget: number } {
  const found = kept.get(schema);
  if (found) return found;
  const sizes = sizesOf(schema);
  const [operation] = widest.definitions as readonly OperationDefinitionNode[];
  const asked = operation ? introspectionOf(widest, operation) : [];
  const made = { sizes, budget: slack * estimate(widest, asked, sizes) };
  kept.set(schema, made);
  return made;
}

function sizesOf(schema: GraphQLSchema): Sizes {
  const types = Object.values(schema.getTypeMap());
  const directives = schema.getDirectives();
  const perType = (list: (type: GraphQLNamedType) => object): Size =>
    size(types.map((type) => Object.keys(list(type)).length));
  const fields = types.filter(hasFields).flatMap((type) => Object.values(type.getFields()));
  return {
    types: size([types.length]),
    directives: size([directives.length]),
    fields: perType((type) => (hasFields(type) ? type.getFields() : [])),
    args: size([...fields, ...directives].map(({ args }) => args.length)),
    interfaces: perType((type) => (hasFields(type) ? type.getInterfaces() : [])),
    possibleTypes: perType((type) =>
      isInterfaceType(type) || isUnionType(type) ? schema.getPossibleTypes(type) : [],
    ),
    inputFields: perType((type) => (isInputObjectType(type) ? type.getFields() : [])),
    enumValues: perType((type) => (isEnumType(type) ? type.getValues() : [])),
    // Half of all references point to a type directly, and few have three wrappers.
    ofType: { mean: 0.5, most: 0.5 },
    // A description is longer than the other values.
    description: { mean: 3, most: 3 },
    __typename: { mean: 0, most: 0 },
  };
}

function hasFields(type: GraphQLNamedType): type is GraphQLInterfaceType | GraphQLObjectType {
  return isObjectType(type) || isInterfaceType(type);
}

function size(lengths: number[]): Size {
  return {
    mean: lengths.reduce((sum, length) => sum + length, 0) / lengths.length,
    most: Math.max(...lengths),
  };
}

/** The lists of a type's own members. For a read of all types, their mean length counts. */
const own: ReadonlySet<string> = new Set(['fields', 'inputFields', 'enumValues', 'args']);

/**
 * Estimates the number of values in the answer. Each type occurs once below `types`, so its lists count with
 * their mean length. Elsewhere they count with the maximum, since each may be the longest type.
 */
function estimate(document: DocumentNode, asked: readonly FieldNode[], sizes: Sizes): number {
  const known = { mean: new Map<SelectionSetNode, number>(), most: new Map<SelectionSetNode, number>() };
  const valuesOf = (set: SelectionSetNode, by: keyof Size): number => {
    const before = known[by].get(set);
    if (before !== undefined) return before;
    // Another rule rejects a fragment that spreads itself; here the recursion only has to end.
    known[by].set(set, 0);
    const values = fieldsOf(document, set).reduce((sum, field) => sum + valuesOfField(field, by), 0);
    known[by].set(set, values);
    return values;
  };
  const valuesOfField = ({ name: { value: name }, selectionSet }: FieldNode, by: keyof Size): number => {
    const below = name === 'types' || (own.has(name) && by === 'mean') ? 'mean' : 'most';
    return (sizes[name]?.[by] ?? 1) * (1 + (selectionSet ? valuesOf(selectionSet, below) : 0));
  };
  return asked.reduce((sum, field) => sum + valuesOfField(field, 'most'), 0);
}
