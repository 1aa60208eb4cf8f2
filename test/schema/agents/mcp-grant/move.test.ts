import { describe, expect, it } from 'vitest';
import { agentOf, agentToken } from '../../../support/agents.ts';
import { testApp } from '../../../support/app.ts';
import { mcpServersOf } from '../../../support/mcp-review.ts';
import { cast } from '../../../support/people.ts';
import { provider } from '../../../support/provider.ts';
import { lastEventOf } from '../../../support/trail.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
const place = await cast(t);
const approver = await place.as('APPROVER');
const servers = await mcpServersOf(t, place, await provider());
const move = async (fromVersionId: string, toVersionId: string) =>
  await t.rest('POST', '/api/console/mcp/grants/move', {
    as: place.owner,
    workspace: place.workspaceId,
    body: { fromVersionId, toVersionId },
  });
const versionOf = async (server: string): Promise<string> => (await servers.read(server)).publishedVersion.id;

/** Creates a server whose second version lacks one tool; the agent has grants for both of the first. */
async function narrowed() {
  const server = await servers.published(['listOrders', 'whoAmI'], approver);
  const from = await versionOf(server);
  const credentialId = (await servers.credential()).body.id as string;
  const bounds = { rowLimit: 3, argumentLimits: [{ pointer: '/status', enum: ['open'] }] };
  const input = await servers.grantInput(server, credentialId, 'listOrders');
  const grant = (await servers.grant({ ...input, ...bounds })).body;
  await servers.grant(await servers.grantInput(server, credentialId, 'whoAmI'));
  await servers.setTools(server, ['listOrders']);
  for (const verb of ['submit', 'publish']) await servers.act(server, verb);
  return { server, from, to: await versionOf(server), credentialId, grant };
}

describe('a grant for a version', () => {
  it('moves to the next version if the tool is unchanged, with its limits and its expiry', async () => {
    const { from, to, grant, credentialId } = await narrowed();
    const moved = await move(from, to);
    const { body } = await t.rest('GET', `/api/console/mcp/grants/${grant.id}`, {
      as: place.owner,
      workspace: place.workspaceId,
    });
    const { search } = agentOf(t, await agentToken(t, { credentialId }));

    expect(moved).toMatchObject({ status: 200, body: { movedCount: 1, leftCount: 1 } });
    expect(body).toEqual({ ...grant, versionId: to, rowVersion: 2, updatedAt: body.updatedAt });
    expect((await search()).body.data).toHaveLength(2);
    expect(await lastEventOf(t, place.workspaceId)).toMatchObject({
      type: 'mcp_grant.updated',
      resource: { id: grant.id },
      data: { versionId: to },
    });
  });

  it('does not move if the agent already has a grant for the tool there', async () => {
    const { server, from, to, credentialId } = await narrowed();
    const there = await servers.grant(await servers.grantInput(server, credentialId, 'listOrders'));

    expect(there.status).toBe(201);
    expect((await move(from, to)).body).toEqual({ movedCount: 0, leftCount: 2 });
  });

  it('moves in place of an expired grant there', async () => {
    const { server, from, to, credentialId, grant } = await narrowed();
    const there = await servers.grant(await servers.grantInput(server, credentialId, 'listOrders'));
    await t.unrecorded((knex) =>
      knex('mcpGrant').where({ id: there.body.id }).update({ expiresOn: '2026-01-01' }),
    );

    expect((await move(from, to)).body).toMatchObject({ movedCount: 1 });
    const { body } = await t.rest('GET', `/api/console/mcp/grants/${grant.id}`, {
      as: place.owner,
      workspace: place.workspaceId,
    });
    expect(body.versionId).toBe(to);
  });

  it('does not move to a version of another server, to its own version, or to one out of service', async () => {
    const [one, other] = [await narrowed(), await narrowed()];
    const odd = { status: 422, body: { errors: [{ pointer: '/fromVersionId' }] } };

    expect(await move(one.from, other.to)).toMatchObject(odd);
    expect(await move(one.to, one.to)).toMatchObject(odd);
    await servers.act(one.server, 'quarantine', { reason: 'Its provider was broken into.' });
    expect(await move(one.from, one.to)).toMatchObject({ status: 409, body: { code: 'invalid_transition' } });
  });
});
