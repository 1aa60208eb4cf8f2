import { describe, expect, it } from 'vitest';
import { testApp, type Request } from '../../support/app.ts';
import { graphqlWorld, health } from './graphql.world.ts';

const t = await testApp();
const { people, as } = await graphqlWorld(t);

describe('a refusal', () => {
  it('of a missing required field is the same as over REST', async () => {
    const query = 'mutation ($any: SignUpInput!) { signUp(input: $any) { tokenType } }';
    const body = { password: 'correct horse', name: 'Ada', workspaceName: 'Engines' };

    const [graphql, rest] = [
      await t.graphql(query, { any: body }),
      await t.rest('POST', '/api/auth/sign-up', { body }),
    ];

    const { message, errors } = rest.body;
    const told = { code: 'validation_failed', status: 422, errors };
    expect(errors).toEqual([{ pointer: '/email', code: 'required', message: 'is required' }]);
    expect(graphql.status).toBe(422);
    expect(graphql.body.errors).toMatchObject([{ message, extensions: told }]);
  });

  it('of the credential is HTTP 401 with an errors body', async () => {
    const answer = await t.graphql(health, {}, { as: 'nonsense' });

    expect(answer).toMatchObject({
      status: 401,
      headers: {
        'www-authenticate': 'Bearer error="invalid_token"',
        'content-type': 'application/json; charset=utf-8',
      },
      body: {
        errors: [
          { extensions: { code: 'session_invalid', status: 401, requestId: answer.headers['x-request-id'] } },
        ],
      },
    });
    expect(answer.body.data).toBeUndefined();
  });

  it('of the workspace is HTTP 403 with an errors body and the message of spec §7', async () => {
    const answer = await t.graphql(
      '{ workspace { id } }',
      {},
      { ...as, workspace: 'ws_01kaf5m2jcexxt5s6f3yq4z8rd' },
    );

    expect(answer).toMatchObject({
      status: 403,
      body: {
        errors: [
          {
            message: 'You do not have access to the requested workspace',
            extensions: { code: 'workspace_access_denied', status: 403 },
          },
        ],
      },
    });
  });

  it('of a field is HTTP 200: the field is null, and the other fields resolve', async () => {
    const request: Request = { as: await people.as('VIEWER'), workspace: people.workspaceId };

    const answer = await t.graphql('{ workspace { id } auditVerification { valid } }', {}, request);

    expect(answer).toMatchObject({
      status: 200,
      body: {
        data: { workspace: { id: people.workspaceId }, auditVerification: null },
        errors: [
          {
            message: 'Workspace permission is required: audit:read',
            path: ['auditVerification'],
            extensions: {
              code: 'permission_required',
              status: 403,
              permission: 'audit:read',
              detail: expect.stringContaining('Your role is VIEWER; OWNER, ADMIN'),
              requestId: answer.headers['x-request-id'],
            },
          },
        ],
      },
    });
  });

  it('of an input points at each finding', async () => {
    const query =
      'mutation ($input: CreateApplicationInput!) { createApplication(input: $input) { application { id } } }';

    const answer = await t.graphql(query, { input: { name: '' } }, as);

    expect(answer).toMatchObject({
      status: 200,
      body: {
        data: { createApplication: null },
        errors: [{ extensions: { code: 'validation_failed', status: 422, errors: [{ pointer: '/name' }] } }],
      },
    });
  });

  it('of a field that needs a credential is `session_missing` for a request without one', async () => {
    const answer = await t.graphql('{ me { person { id } } }');

    expect(answer).toMatchObject({
      status: 200,
      body: { data: null, errors: [{ extensions: { code: 'session_missing', status: 401 } }] },
    });
  });
});
