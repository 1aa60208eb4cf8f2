import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuditEntry } from '../../../../db/models/audit.ts';
import { Event } from '../../../../db/models/event.ts';
import { openedAction } from '../../../../schema/connect/vault/note-openings.ts';
import { personalActions } from '../../../../schema/records/event/catalogue.ts';
import { newId } from '../../../../schema/values/id.ts';
import { mintSecret } from '../../../../schema/values/secret.ts';
import { testApp, type Answer } from '../../../support/app.ts';
import { contentsOf } from '../../../support/contents.ts';
import { isMutation, scopesOf } from '../../matrix.cells.ts';
import { documentOf, titleOf } from '../../matrix.documents.ts';
import { rows, type Row } from '../../matrix.inputs.ts';
import { password } from '../../matrix.place.ts';
import { description, vaultAt } from '../../matrix.providers.ts';
import { receiverAt } from '../../matrix.webhooks.ts';
import { ownersWorld, type MatrixCaller } from '../../matrix.world.ts';
import { quarter } from '../../../support/count.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' }, { isChecked: true });
const { database } = t.ports;
const { knex } = database;
const { here, caller } = await ownersWorld(t);

/** Actions without an event: a person's own, and those that change nothing. */
const withoutEvent = new Set<string>([...personalActions, openedAction]);

/** The actors of the entries, where the caller is not the actor or has no session. */
const actors: Record<string, RegExp> = {
  declineInvitation: /^ANONYMOUS null$/,
  issueAutomationToken: /^AUTOMATION null$/,
};
const anyPerson = /^(MEMBER|PERSON) per_/;

interface RefusedCall {
  input: Record<string, unknown>;
  code: string;
  denials?: number;
}

/** A refused call of each command that takes no id. The others are called with an unknown id. */
const refused: Record<string, RefusedCall> = {
  signUp: {
    input: { email: caller.email, password, name: 'Ada', workspaceName: 'Engines' },
    code: 'email_taken',
  },
  confirmSignUp: {
    input: { token: mintSecret('tok_signup').text, password },
    code: 'mailed_token_invalid',
  },
  signIn: {
    input: { email: caller.email, password: 'wrong password' },
    code: 'sign_in_failed',
    denials: 1,
  },
  refreshSession: {
    input: { refreshToken: mintSecret('rt').text },
    code: 'refresh_token_invalid',
    denials: 1,
  },
  signOut: { input: {}, code: 'session_invalid' },
  changePassword: {
    input: { currentPassword: 'wrong password', newPassword: 'another one' },
    code: 'validation_failed',
    denials: 1,
  },
  requestEmailVerification: { input: { email: 'another@example.com' }, code: 'validation_failed' },
  verifyEmail: { input: { token: mintSecret('tok_verify').text }, code: 'mailed_token_invalid' },
  requestPasswordReset: { input: { email: 'nonsense' }, code: 'validation_failed' },
  resetPassword: {
    input: { token: mintSecret('tok_reset').text, password: 'another one' },
    code: 'mailed_token_invalid',
  },
  createWorkspace: { input: { name: '' }, code: 'validation_failed' },
  updateWorkspace: { input: { name: '' }, code: 'validation_failed' },
  deleteWorkspace: { input: { reason: 'x'.repeat(501) }, code: 'validation_failed' },
  inviteMember: { input: { email: caller.email, role: 'VIEWER' }, code: 'already_member' },
  declineInvitation: { input: { token: mintSecret('tok_invite').text }, code: 'not_found' },
  acceptInvitation: { input: { token: mintSecret('tok_invite').text }, code: 'not_found' },
  createAutomation: { input: { name: 'Nightly build', role: 'OWNER' }, code: 'validation_failed' },
  issueAutomationToken: { input: { secret: mintSecret('acs').text }, code: 'sign_in_failed', denials: 1 },
  createProject: { input: { name: '' }, code: 'validation_failed' },
  createVault: { input: { ...vaultAt(here.vault), address: 'vault.example.com' }, code: 'validation_failed' },
  createConnector: {
    input: { ...description(), url: 'https://example.com/openapi.json' },
    code: 'validation_failed',
  },
  completeConnectionAuthorization: {
    input: { state: 'of nobody', code: 'a code' },
    code: 'authorization_failed',
  },
  createMcpClient: {
    input: { name: 'Desk assistant', redirectUris: ['http://evil.example/callback'] },
    code: 'validation_failed',
  },
  createMcpCredential: { input: { name: 'agent', holderId: 'mem_nothing' }, code: 'validation_failed' },
  createWebhookEndpoint: {
    input: { ...receiverAt(), eventTypes: ['nothing.of_the_kind'] },
    code: 'validation_failed',
  },
  createApiProduct: { input: { slug: 'sandbox', name: 'Sandbox' }, code: 'validation_failed' },
  createApplication: { input: { name: '' }, code: 'validation_failed' },
  decideRequests: { input: { decisions: [] }, code: 'validation_failed' },
};

const mutations = rows.filter(isMutation);
const written = mutations
  .filter(({ writes }) => writes !== undefined)
  .map((row) => ({ row, title: titleOf(row), entries: (row.writes ?? '').split(' ').filter(Boolean) }));

describe('the audit entries of a command', () => {
  it('are listed for every mutation of the schema', () => {
    const others = mutations.filter(
      ({ writes, ends, storesNothing }) => writes === undefined && ends === undefined && !storesNothing,
    );

    // Commands of agents are tested in test/schema/agents/mcp-tool-call.
    expect(others.map(({ operation }) => operation)).toEqual(['requestGrantedCapability']);
  });

  it.each(quarter(written))(
    '$title: $entries, by the caller, with an event for each entry that is not personal',
    async ({ row, entries }) => {
      const call = await preparedCall(row);
      const before = await counted();

      const answer = await call.send();

      expect(answer.body.errors).toBeUndefined();
      const added = await AuditEntry.query(knex).orderBy('id').offset(before.entries);
      expect(added.map(({ action }) => action)).toEqual(entries);
      const requestId = answer.headers['x-request-id'];
      for (const entry of added) expect(entry).toMatchObject({ outcome: 'SUCCESS', origin: { requestId } });
      const actor = actors[row.operation] ?? (isPublic(row) ? anyPerson : call.actor);
      for (const entry of added) expect(`${entry.actor.kind} ${entry.actor.personId}`).toMatch(actor);
      const events = await Event.query(knex).orderBy('id').offset(before.events);
      expect(events.map(({ type }) => type)).toEqual(entries.filter((action) => !withoutEvent.has(action)));
    },
  );

  it.each(quarter(written))('$title refused: at most a denial', async ({ row }) => {
    const { input, code, denials = 0 } = refused[row.operation] ?? (await callOfUnknownId(row));
    const by = row.operation === 'signOut' ? { ...caller, token: `${caller.token}x` } : caller;
    // The denials of a person for one reason leave one entry a minute.
    if (denials > 0) t.clock.advance({ minutes: 1 });
    const before = await counted();

    const answer = await send(row, { input }, by);

    expect(answer.body.errors[0].extensions.code).toBe(code);
    const added = await AuditEntry.query(knex).orderBy('id').offset(before.entries);
    expect(added.map(({ outcome }) => outcome)).toEqual(Array(denials).fill('DENIED'));
    expect(await counted()).toEqual({ events: before.events, entries: before.entries + denials });
  });
});

describe('a command whose entry cannot be written', () => {
  beforeAll(async () => {
    await knex.raw(`
      create function test_refuse() returns trigger language plpgsql as 'begin raise exception ''full''; end';
      create trigger test_full before insert on audit_entry for each row execute function test_refuse();
      alter table audit_entry disable trigger test_full;
    `);
  });
  afterAll(async () => {
    await knex.raw('drop trigger test_full on audit_entry; drop function test_refuse;');
  });

  it.each(quarter(written.filter(({ entries }) => entries.length > 0)))(
    '$title changes nothing',
    async ({ row }) => {
      const call = await preparedCall(row);
      await knex.raw('alter table audit_entry enable trigger test_full');
      const before = await contentsOf(database);

      // A batch answers for each of its commands.
      const isBatch = row.operation === 'decideRequests';
      const answer = await call.send(isBatch ? '{ answers { refusal { code } } }' : undefined);

      const data = answer.body.data?.[row.operation] ?? null;
      const refusal = isBatch ? data.answers[0].refusal : answer.body.errors[0].extensions;
      expect(refusal).toMatchObject({ code: 'internal_error', ...(!isBatch && { status: 500 }) });
      expect(isBatch ? null : data).toBeNull();
      expect(await contentsOf(database)).toEqual(before);
      await knex.raw('alter table audit_entry disable trigger test_full');
    },
  );
});

function isPublic(row: Row): boolean {
  return scopesOf(row).public === true;
}

/** Creates the subject of a command, and returns how to send the command. */
async function preparedCall(row: Row) {
  const by = row.spendsCaller ? await caller.another() : caller;
  const variables = row.args((await row.subject?.(here, by)) ?? {});
  const actor = new RegExp(`^(MEMBER|PERSON) ${'personId' in by.arrived ? by.arrived.personId : 'nobody'}$`);
  return { actor, send: async (selection?: string) => await send(row, variables, by, selection) };
}

async function callOfUnknownId(row: Row): Promise<RefusedCall> {
  if (!row.id) throw new Error(`${row.operation} has no refused call.`);
  const ids = (await row.subject?.(here)) ?? {};
  const { input } = row.args({ ...ids, [row.id[0]]: newId(row.id[1]) });
  return { input: input as Record<string, unknown>, code: 'not_found' };
}

async function send(
  row: Row,
  variables: Record<string, unknown>,
  { token, workspace }: Pick<MatrixCaller, 'token' | 'workspace'>,
  selection?: string,
): Promise<Answer> {
  const request = isPublic(row) ? {} : { as: token, workspace };
  return await t.graphql(documentOf(row, selection), variables, request);
}

async function counted(): Promise<{ entries: number; events: number }> {
  return { entries: await AuditEntry.query(knex).resultSize(), events: await Event.query(knex).resultSize() };
}
