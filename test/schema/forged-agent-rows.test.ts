import { afterEach, describe, expect, it } from 'vitest';
import { ApprovalRequest } from '../../db/models/approval-request.ts';
import { createSystemContext } from '../../schema/command/create-context.ts';
import { refusalOf } from '../../schema/values/errors.ts';
import { newId } from '../../schema/values/id.ts';
import { clientInForce } from '../../schema/identity/mcp-client/in-force.ts';
import { giveMcpToken } from '../../schema/identity/mcp-credential/give-token.ts';
import { runToolCall } from '../../schema/agents/mcp-tool-call/run.ts';
import { openSecret } from '../../schema/connect/vault/open.ts';
import { testApp } from '../support/app.ts';
import { consentOf } from '../support/consents.ts';
import { forgeriesIn } from '../support/forgeries.ts';
import { invitationsOf } from '../support/invitations.ts';
import { keyValueVault } from '../support/key-value-vault.ts';
import { kinds } from '../support/mcp-servers.ts';
import { applicationWithKey } from '../support/people.ts';
import { remoteWorld, upstream } from '../support/remote-world.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1', ACCESS_TOKEN_TTL_SECONDS: '3600' });
const { knex } = t.ports.database;
const provider = await upstream(kinds[0]);
const world = await remoteWorld(t, provider);
const { owner, workspaceId } = world.place;
const { forge, deniedFor, undo } = forgeriesIn(t);
const wrong = { mac: Buffer.alloc(32) };
afterEach(undo);

const send = async (method: 'GET' | 'POST', path: string, body?: object) =>
  await t.rest(method, `/api/console${path}`, { as: owner, workspace: workspaceId, body });
const system = () => createSystemContext(t.ports, 'test', workspaceId);
const whyNot = async (work: Promise<unknown>) =>
  await work.then(
    () => null,
    (error: unknown) => refusalOf(error)?.code,
  );

describe('findings A5: a row that was changed outside of the service serves no agent', () => {
  it.each([
    { what: 'where a connection leads', table: 'connection', change: { baseUrl: 'http://127.0.0.1:9/evil' } },
    { what: 'what a capability asks for', table: 'capability', change: { request: '{"tool":"close"}' } },
    { what: 'the version of an MCP server', table: 'mcpServerVersion', change: { number: 7 } },
    { what: 'an MCP server', table: 'mcpServer', change: wrong },
  ])('$what', async ({ table, change }) => {
    const selection = await world.selected('search');
    const ids: Record<string, string> = {
      connection: world.connectionId,
      capability: await world.idOf('search'),
      mcpServerVersion: (await world.version()).id,
      mcpServer: world.serverId,
    };
    const calls = provider.calls();
    const row = await forge(table, String(ids[table]), change);

    const { status, body } = await world.read(selection);

    expect([status, body.code]).toEqual([403, 'integrity_check_failed']);
    expect(body.message).toContain(row);
    expect(provider.calls()).toBe(calls);
    expect(await deniedFor(row)).toContain('integrity_check_failed');
  });

  it('does not execute a tool call', async () => {
    const id = await world.ask();
    await world.toolCalls.approve(id, world.approver);
    const request = await ApprovalRequest.query(knex).findOne({ subjectId: id }).throwIfNotFound();
    const calls = provider.calls();
    await forge('mcpToolCall', id, { bounds: '{"rows":9,"bytes":1000,"seconds":5}' });

    const refusal = await whyNot(runToolCall(t.ports, request));
    const meanwhile = provider.calls();
    await undo();
    await runToolCall(t.ports, request);

    expect([refusal, meanwhile]).toEqual(['integrity_check_failed', calls]);
    expect(provider.calls()).toBe(calls + 1);
  });

  it('grants no token with scopes beyond the consent', async () => {
    const { memberId, personId } = owner;
    const consentId = await consentOf(t, {
      workspaceId,
      credentialId: world.credentialId,
      memberId,
      personId,
    });
    const given = { credentialId: world.credentialId, credentialVersion: 1, scopes: ['mcp:read'], consentId };
    const give = async () => await giveMcpToken(system(), given as Parameters<typeof giveMcpToken>[1]);
    expect(await whyNot(give())).toBeNull();

    await forge('mcpConsent', consentId, { scopes: ['mcp:read', 'mcp:request'] });

    expect(await whyNot(give())).toBe('integrity_check_failed');
  });

  it('gives an MCP client no other redirect address', async () => {
    const body = { name: 'Desk assistant', redirectUris: ['http://127.0.0.1/callback'] };
    const { id } = (await send('POST', '/mcp/clients', body)).body;
    expect((await clientInForce(knex, id))?.id).toBe(id);

    await forge('mcpClient', id, { redirectUris: ['https://evil.example.com/'] });

    expect(await whyNot(clientInForce(knex, id))).toBe('integrity_check_failed');
  });
});

describe('findings A5: a changed row redirects no secret', () => {
  it('of a vault, after its address or the external name changed', async () => {
    const host = await keyValueVault();
    host.kept = { team: { token: 'ghp_canary' } };
    const { address, token } = host;
    const vault = { name: newId('vault'), driver: 'KEY_VALUE', address, mount: 'secret', token };
    const vaultId = (await send('POST', '/connect/vaults', vault)).body.id as string;
    const { id: projectId } = (await send('POST', '/projects', { name: 'Elsewhere' })).body;
    const named = { projectId, provider: 'github', kind: 'BEARER', vaultId, externalName: 'team' };
    const { id } = (await send('POST', '/connect/credential-references', named)).body;
    const open = async () => await openSecret(system(), id, 'a test');
    expect(await open()).toEqual({ kind: 'BEARER', token: 'ghp_canary' });
    const asked = host.asked.length;

    await forge('credentialReference', id, { externalName: 'other' });
    const byName = await whyNot(open());
    await undo();
    await forge('vault', vaultId, { address: 'http://127.0.0.1:9' });
    const byAddress = await whyNot(open());

    expect([byName, byAddress]).toEqual(['integrity_check_failed', 'integrity_check_failed']);
    expect(host.asked.length).toBe(asked);
  });

  it('of an invitation, after its e-mail address changed', async () => {
    const invitations = invitationsOf(t, world.place);
    const { id } = await invitations.invited();
    t.clock.advance({ minutes: 2 });
    await forge('invitation', id, { email: 'evil@example.com' });

    expect(await invitations.resend(id)).toMatchObject({
      status: 403,
      body: { code: 'integrity_check_failed' },
    });
  });
});

describe('findings A5: a key does not work', () => {
  it.each([
    { what: 'its application', table: 'application' },
    { what: 'its workspace', table: 'workspace' },
  ])('if $what was changed', async ({ table }) => {
    const { applicationId, secret } = await applicationWithKey(t, world.place);
    const row = await forge(table, table === 'application' ? applicationId : workspaceId, { restores: 7 });

    const { status, body } = await t.rest('POST', '/v1/sandbox/echo', { as: secret, body: { message: 'm' } });

    expect([status, body.code]).toEqual([403, 'integrity_check_failed']);
    expect(body.message).toContain(row);
  });
});
