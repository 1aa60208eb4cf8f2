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

/** How much more than the widest introspection query of the usual tools one operation may ask for. */
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

/** Refuses an operation that asks for `__schema` twice, or for much more of the schema than the usual tools do. */
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

/** Whether the operation reads nothing but the schema: then everybody gets the same answer, each time. */
export function isIntrospection(document: DocumentNode, operation: OperationDefinitionNode): boolean {
  const all = fieldsOf(document, operation.selectionSet);
  return (
    operation.variableDefinitions?.length === 0 && introspectionOf(document, operation).length === all.length
  );
}

function introspectionOf(document: DocumentNode, { selectionSet }: OperationDefinitionNode): FieldNode[] {
  return fieldsOf(document, selectionSet).filter(({ name }) => /^__(?:schema|type)$/.test(name.value));
}

/** How many entries a list of introspection has: on average over all types or fields, and at most. */
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
    // Half of all references are to a type itself, and few are wrapped three times.
    ofType: { mean: 0.5, most: 0.5 },
    // A text, where the others are a word.
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

/** The lists of what each type has itself: read of all types, they have their average length. */
const own: ReadonlySet<string> = new Set(['fields', 'inputFields', 'enumValues', 'args']);

/**
 * About how many values the answer has. Below `types` each type comes once, so its lists count by their average; of a type that
 * is referred to, or named, they count as the longest, since it may be that one each time.
 */
function estimate(document: DocumentNode, asked: readonly FieldNode[], sizes: Sizes): number {
  const known = { mean: new Map<SelectionSetNode, number>(), most: new Map<SelectionSetNode, number>() };
  const valuesOf = (set: SelectionSetNode, by: keyof Size): number => {
    const before = known[by].get(set);
    if (before !== undefined) return before;
    // What spreads itself is refused by another rule; here it has to end.
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
