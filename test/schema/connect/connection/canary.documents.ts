import { ended, references, type Point } from './canary.world.ts';

const literal = `mutation { createCredentialReference(input: {projectId: "p", provider: "shop", kind: BEARER,`;

/** Requests that the server cannot parse. */
export const documents: readonly Point[] = [
  [
    'a body that is no JSON',
    '400 invalid_request',
    async ({ t, place }, plant) =>
      ended(
        await t.rest('POST', `/api/console/connect${references}`, {
          as: place.owner,
          workspace: place.workspaceId,
          body: `{"secret": {"token": "${plant('token')}"`,
        }),
      ),
  ],
  [
    'a secret in an address of ours',
    '400 credential_in_url',
    async ({ send }, plant) => ended(await send('GET', `${references}?token=${plant('token')}`)),
  ],
  [
    'a literal of GraphQL that is not closed',
    '400 invalid_request',
    async ({ graphql }, plant) => await graphql(`${literal} secret: {token: "${plant('token')}`),
  ],
  [
    'a literal beside a field that is none',
    '400 invalid_request',
    async ({ graphql }, plant) =>
      await graphql(`${literal} secret: {token: "${plant('token')}"}, another: 1}) { __typename } }`),
  ],
  [
    'a variable of another type',
    '422 invalid_request',
    async ({ graphql }, plant) =>
      await graphql(
        'mutation Create($input: CreateCredentialReferenceInput!) { createCredentialReference(input: $input) { __typename } }',
        { input: { projectId: { token: plant('token') }, kind: plant('kind') } },
      ),
  ],
];
