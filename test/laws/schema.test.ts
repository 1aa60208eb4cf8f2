import {
  Kind,
  isListType,
  lexicographicSortSchema,
  getNamedType,
  getNullableType,
  isNonNullType,
  printSchema,
  validate,
  type DocumentNode,
  type GraphQLField,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import * as documents from '../../adapters/documents.generated.ts';
import { schema } from '../../schema/index.ts';
import { read } from './source.ts';

type Field = GraphQLField<unknown, unknown>;

const queries = Object.values(schema.getQueryType()?.getFields() ?? {});
const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
const subscriptions = Object.values(schema.getSubscriptionType()?.getFields() ?? {});
const scopesOf = ({ extensions }: Field) =>
  (extensions['pothosOptions'] as { authScopes?: Record<string, unknown> }).authScopes ?? {};
const isOperation = ({ definitions }: DocumentNode) =>
  definitions.some(({ kind }) => kind === Kind.OPERATION_DEFINITION);
const namesOf = (fields: readonly { name: string }[]) => fields.map(({ name }) => name);

/** Lists of a fixed length, of one item for each requested product, or of the best hits, which need no pages. */
const fixedLists = new Set(['productCoverage', 'readyMadeConnectors', 'roles', 'search']);
const pageArgs = ['after', 'before', 'first', 'last'];

describe('the schema', () => {
  it('is the one in schema.graphql', () => {
    expect(read('schema/schema.graphql')).toBe(`${printSchema(lexicographicSortSchema(schema))}\n`);
  });

  it('says of every root field who may call it, and what it does', () => {
    const fields = [...queries, ...mutations, ...subscriptions];

    expect(fields.length).toBeGreaterThan(30);
    expect(namesOf(fields.filter((field) => Object.keys(scopesOf(field)).length !== 1))).toEqual([]);
    expect(namesOf(fields.filter(({ description }) => !description))).toEqual([]);
  });

  it('judges every subscription by one permission, which is looked up again when a role changes', () => {
    expect(subscriptions.map((field) => Object.keys(scopesOf(field)))).toEqual(
      subscriptions.map(() => ['can']),
    );
  });

  it('lets every root field be refused without taking the others along, but for those that always answer', () => {
    const always = namesOf([...queries, ...mutations].filter(({ type }) => isNonNullType(type)));

    expect(always).toEqual(['me', 'sandboxHealth']);
  });

  it('gives every mutation one input and one payload, named after it', () => {
    const signatures = mutations.map(({ name, args, type }) => {
      const told = args.map((arg) => `${arg.name}: ${String(arg.type)}`).join(', ');
      return `${name}(${told}): ${String(type)}`;
    });

    expect(signatures).toEqual(
      namesOf(mutations).map((name) => {
        const Name = name.charAt(0).toUpperCase() + name.slice(1);
        return `${name}(input: ${Name}Input!): ${Name}Payload`;
      }),
    );
  });

  it('lists by connections, a page at a time', () => {
    const lists = queries.filter(({ type }) => isListType(getNullableType(type)));
    // Pages of lists, not connections to providers, whose type is `ProviderConnection`.
    const connections = queries.filter(({ type }) => /^Query.*Connection$/.test(getNamedType(type).name));

    expect(namesOf(lists)).toEqual([...fixedLists]);
    expect(connections.length).toBeGreaterThan(5);
    for (const { args } of connections) expect(namesOf(args)).toEqual(expect.arrayContaining(pageArgs));
  });

  it('accepts every document of the adapters', () => {
    const parsed = Object.values(documents as Record<string, DocumentNode>).filter(isOperation);
    const errors = parsed.flatMap((document) => validate(schema, document).map(String));

    expect(parsed.length).toBeGreaterThan(20);
    expect(errors).toEqual([]);
  });
});
