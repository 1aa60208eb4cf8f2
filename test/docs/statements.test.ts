import { describe, expect, it } from 'vitest';
import type { Method } from '../../adapters/http/other-methods.ts';
import { WebhookEndpoint } from '../../db/models/webhook-endpoint.ts';
import { answerPasswordResets } from '../../schema/identity/session/answer-password-resets.ts';
import { testApp } from '../support/app.ts';
import { approvalsOf } from '../support/approvals.ts';
import { automationOf } from '../support/automations.ts';
import { connectionsOf } from '../support/connections.ts';
import { serviceCredential } from '../support/instance.ts';
import { invitationsOf } from '../support/invitations.ts';
import { tokenMailedTo } from '../support/mail.ts';
import { applicationWithKey, cast, somebody } from '../support/people.ts';
import { endpointFor } from '../support/webhooks.ts';
import { blocksOf, spansOf } from './commands.ts';
import { pages } from './pages.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: 'localhost' });
const place = await cast(t);
const { owner, workspaceId, another } = place;
const approvals = approvalsOf(t, place);
const projectId = await connectionsOf(t, place).project();
const admin = await another('ADMIN');
t.clock.advance({ seconds: 1 });

interface Sent {
  to: `${Method} ${string}`;
  /** The owner by default. */
  as?: string | { token: string };
  workspace?: string | undefined;
  /** The values that the reader fills in. */
  given?: object;
  /** The full body, where the text in braces is one member of it. */
  whole?: object;
}

const credentialReference = (kind: string) => (secret: object) => ({
  to: 'POST /api/console/connect/credential-references' as const,
  whole: { projectId, provider: 'shop', kind, secret },
});
const asked = async () => await approvals.ask(owner);
const application = async () => `/api/console/applications/${await approvals.application()}`;

/** Each JSON body in the text of the documents, with the request that the text names for it. */
const bodies: [string, (body: object) => Sent | Promise<Sent>][] = [
  ['{"apiKey":"…"}', credentialReference('API_KEY')],
  ['{"token":"…"}', credentialReference('BEARER')],
  ['{"username":"…","password":"…"}', credentialReference('BASIC')],
  ['{"headers":{"X-One":"…"}}', credentialReference('CUSTOM')],
  ['{"clientId":"…","clientSecret":"…"}', credentialReference('OAUTH2_CLIENT')],
  ['{"clientId":"…"}', credentialReference('OAUTH2_CLIENT')],
  [
    '{"projectId":"<prj_…>","provider":"trello", "parts":{"APIKey":"…","APIToken":"…"}}',
    () => ({ to: 'POST /api/console/connect/credential-references', given: { projectId } }),
  ],
  [
    '{ "secret": "acs_…" }',
    async () => {
      const { secret } = await automationOf(t, place);
      return { to: 'POST /api/auth/automation/token', given: { secret } };
    },
  ],
  [
    '{"since":"2026-11-20T09:00:00Z"}',
    async () => {
      const { id } = await endpointFor(t, place, 'https://localhost/hooks');
      return { to: `POST /api/console/webhooks/endpoints/${id}/replay` };
    },
  ],
  [
    '{"replaysMissed":true}',
    async () => {
      const { id } = await endpointFor(t, place, 'https://localhost/hooks');
      const endpoint = `/api/console/webhooks/endpoints/${id}`;
      await WebhookEndpoint.query(t.ports.database.knex)
        .findById(id)
        .patch({ status: 'DISABLED', disabledReason: 'FAILURES', stoppedAt: t.clock.now() });
      return { to: `POST ${endpoint}/enable` };
    },
  ],
  [
    '{"subjectDigest":"<…>","comment":"…"}',
    async () => {
      const { approvalRequestId, subjectDigest } = await asked();
      const given = { subjectDigest, comment: 'Twice the same one.' };
      return { to: `POST /api/console/approvals/${approvalRequestId}/reject`, as: admin, given };
    },
  ],
  [
    '{"personId":"per_…","role":"DEVELOPER"}',
    async () => ({ to: 'POST /api/console/members', given: { personId: (await somebody(t)).personId } }),
  ],
  ['{"email":"grace@example.com","role":"DEVELOPER"}', () => ({ to: 'POST /api/console/invitations' })],
  [
    '{"token":"tok_invite_…"}',
    async () => {
      const as = await somebody(t);
      const { token } = await invitationsOf(t, place).invited(as.email);
      const to = 'POST /api/developer-portal/invitations/accept';
      return { to, as, workspace: undefined, given: { token } };
    },
  ],
  [
    '{"name":"ci-2","graceHours":24}',
    async () => {
      const { applicationId, keyId } = await applicationWithKey(t, place);
      return { to: `POST /api/console/applications/${applicationId}/keys/${keyId}/successor` };
    },
  ],
  [
    '{"subjectDigest":"…"}',
    async () => {
      const { approvalRequestId, subjectDigest } = await asked();
      return {
        to: `POST /api/console/approvals/${approvalRequestId}/approve`,
        as: admin,
        given: { subjectDigest },
      };
    },
  ],
  [
    '{"comment":"…"}',
    async () => ({ to: `POST /api/console/approvals/${(await asked()).approvalRequestId}/comments` }),
  ],
  [
    '{"decisions":[{"approvalRequestId":"apr_…","subjectDigest":"…","verdict":"APPROVE"}]}',
    async () => {
      const { approvalRequestId, subjectDigest } = await asked();
      const decisions = [{ approvalRequestId, subjectDigest, verdict: 'APPROVE' }];
      return { to: 'POST /api/console/approvals/batch-decide', as: admin, given: { decisions } };
    },
  ],
  ['{"key":"ak_live_…"}', () => ({ to: 'POST /v1/keys/verify', as: serviceCredential })],
  [
    '{"requiresIndependentApprovers":true}',
    async () => {
      const { owner: as, workspaceId: workspace } = await cast(t);
      return { to: 'PATCH /api/console/workspace', as, workspace };
    },
  ],
  ['{"email":"ada@example.com"}', () => ({ to: 'POST /api/auth/password-reset' })],
  [
    '{"token":"tok_verify_…"}',
    async () => {
      const token = await tokenMailedTo(t, (await somebody(t)).email);
      return { to: 'POST /api/auth/verify-email', given: { token } };
    },
  ],
  [
    '{"token":"tok_reset_…","password":"…"}',
    async () => {
      const { email } = await somebody(t);
      await t.rest('POST', '/api/auth/password-reset', { body: { email } });
      await answerPasswordResets(t.ports);
      const token = await tokenMailedTo(t, email);
      return {
        to: 'POST /api/auth/password-reset/confirm',
        given: { token, password: 'correct horse battery staple' },
      };
    },
  ],
];
/** Other text in braces: headers, parameters, GraphQL, and a body that another test file sends. */
const others = [
  '{ "Authorization": "Bearer <accessToken>" }',
  "{ authorization: 'Bearer …', workspaceId }",
  '{ webhookEndpoint(id: "<whe_…>") { deliveryCursor } }',
  // A library option: test/docs/requests.test.ts runs the receiver that uses it.
  "{ format: 'raw' }",
  // Sent by test/schema/identity/session/confirm-sign-up.test.ts, on a server that sends mail.
  '{"token":"tok_signup_…","password":"…"}',
];

describe('the inline requests of the documents', () => {
  it.each(bodies)('%s succeeds at the endpoint that the text names', async (text, prepare) => {
    const body = JSON.parse(text.replaceAll('"…"', '"something"'));
    const { to, given, ...sent } = await prepare(body);
    const { as, workspace, whole = { ...body, ...given } } = { as: owner, workspace: workspaceId, ...sent };
    const [method, path] = to.split(' ') as [Method, string];
    const answer = await t.rest(method, path, { as, workspace, body: whole });

    expect([answer.status < 300, answer.body]).toEqual([true, answer.body]);
  });

  it('are all sent by these tests', () => {
    const inBraces = new Set(pages.flatMap(spansOf).filter((span) => span.startsWith('{')));

    expect([...inBraces].toSorted()).toEqual([...bodies.map(([text]) => text), ...others].toSorted());
  });
});

describe('a block of bodies in a guide', () => {
  const blocks = pages.flatMap((page) => blocksOf(page, 'json'));
  const blockWith = (words: string) => blocks.find((block) => block.includes(words)) ?? '';

  it.each(blockWith('"source":"MCP"').trim().split('\n'))('%s creates a connector', async (text) => {
    const kind = { kind: 'BEARER', secret: { token: 'secret' } };
    const reference = await connectionsOf(t, place).reference(projectId, kind);
    const body = JSON.parse(text.replace('<cref_…>', reference));
    const name = `${body.name} ${text.length}`;
    const path = '/api/console/connect/connectors';
    const answer = await t.rest('POST', path, { as: owner, workspace: workspaceId, body: { ...body, name } });

    expect([answer.status, answer.body]).toEqual([201, answer.body]);
  });

  it('requests production access', async () => {
    const path = `${await application()}/production-access/requests`;
    const body = JSON.parse(blockWith('"useCase"'));
    const answer = await t.rest('POST', path, { as: owner, workspace: workspaceId, body });

    expect([answer.status, answer.body]).toEqual([201, answer.body]);
  });
});
