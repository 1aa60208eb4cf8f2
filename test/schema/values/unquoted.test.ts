import { GraphQLError, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { unquoted } from '../../../schema/values/unquoted.ts';
import { testApp } from '../../support/app.ts';
import { cast } from '../../support/people.ts';

const t = await testApp();
const { owner, workspaceId: workspace } = await cast(t);
const canary = 'ghp_canary0123456789abcdefghijklmnopqrstuv';
const mutation =
  'mutation ($input: CreateCredentialReferenceInput!) { createCredentialReference(input: $input) { __typename } }';
const create = (input: string) => `mutation { createCredentialReference(input: ${input}) { __typename } }`;

/** Invalid requests with a secret in every possible place. */
const sent: [name: string, query: string, variables?: object][] = [
  ['a variable of another type', mutation, { input: canary }],
  [
    'a field of another type',
    mutation,
    { input: { projectId: 'p', provider: { a: canary }, kind: 'BEARER' } },
  ],
  ['an unknown value of an enum', mutation, { input: { projectId: 'p', provider: 'x', kind: canary } }],
  ['an enum of another type', mutation, { input: { projectId: 'p', provider: 'x', kind: { a: canary } } }],
  [
    'a time that is none',
    mutation,
    { input: { projectId: 'p', provider: 'x', kind: 'BEARER', expiresAt: canary } },
  ],
  ['a missing field beside it', mutation, { input: { secret: { token: canary } } }],
  [
    'a field that is none beside it',
    mutation,
    { input: { projectId: 'p', provider: 'x', kind: 'BEARER', secret: canary, no: canary } },
  ],
  ['a list', mutation, { input: [canary] }],
  ['a literal of another type', create(`"${canary}"`)],
  [
    'a literal time that is none',
    create(`{projectId: "p", provider: "x", kind: BEARER, expiresAt: "${canary}"}`),
  ],
  ['a literal for an enum', create(`{projectId: "p", provider: "x", kind: "${canary}"}`)],
  ['an unknown literal of an enum', create(`{projectId: "p", provider: "x", kind: ${canary}}`)],
  [
    'a literal number',
    create(`{projectId: "p", provider: 123456789012345, kind: BEARER, secret: {token: "${canary}"}}`),
  ],
  ['a missing literal beside it', create(`{secret: {token: "${canary}"}}`)],
  ['a document that ends in it', `mutation { createCredentialReference(input: {secret: "${canary}`],
  ['a document that breaks after it', `mutation { createCredentialReference(input: {secret "${canary}"}) }`],
  ['a document that begins with it', `"${canary}"`],
  ['a name out of place', `mutation createIt ${canary} { a }`],
  ['a block out of place', `mutation { createCredentialReference(input: {secret """${canary}"""}) }`],
];

describe('the error messages of a request contain none of its values:', () => {
  it.each(sent)('%s', async (_name, query, variables = {}) => {
    const { status, body } = await t.graphql(query, variables as Record<string, unknown>, {
      as: owner,
      workspace,
    });

    expect(status).toBeGreaterThanOrEqual(200);
    expect(body.errors.length).toBeGreaterThan(0);
    expect(JSON.stringify([body, t.events])).not.toContain('ghp_canary');
    expect(JSON.stringify(body)).not.toContain('123456789012345');
  });
});

describe('a message without values stays unchanged:', () => {
  it.each([
    'Cannot query field "secret" on type "CredentialReference".',
    'Variable "$input" is never used.',
    'Variable "$input" of required type "CreateProjectInput!" was not provided.',
  ])('%s', (message) => {
    expect(unquoted(message)).toBe(message);
  });

  it('and any other message loses only its values', () => {
    expect(
      unquoted(
        'Variable "$i" got invalid value { a: "x; y" } at "i.b"; String cannot represent a non string value: 3',
      ),
    ).toBe('Variable "$i" got an invalid value at "i.b"; String cannot represent a non string value.');
    expect(unquoted(messageOf('{ a(b: "x" "y") }'))).toBe('Syntax Error: Expected Name, found String.');
  });
});

function messageOf(document: string): string {
  try {
    parse(document);
  } catch (error) {
    if (error instanceof GraphQLError) return error.message;
  }
  throw new Error('The document is right.');
}
