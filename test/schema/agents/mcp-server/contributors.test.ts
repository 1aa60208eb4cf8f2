import { describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.ts';
import { automationOf } from '../../../support/automations.ts';
import { mcpServersOf } from '../../../support/mcp-review.ts';
import { cast, type Somebody } from '../../../support/people.ts';
import { provider, token } from '../../../support/provider.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1', ACCESS_TOKEN_TTL_SECONDS: '3600' });
const shop = await provider();

/** Creates a workspace: Ada contributes to a version, the owner submits it, and a third person reviews. */
async function world() {
  const place = await cast(t);
  const servers = await mcpServersOf(t, place, shop);
  const [ada, third] = [await place.another('ADMIN'), await place.another('ADMIN')];
  const decide = async (
    id: string,
    by: Somebody,
    verb: Parameters<typeof servers.decide>[1] = 'approveRequest',
  ) => {
    const { body } = await servers.decide(id, verb, by as typeof ada);
    return body.errors?.[0].extensions.code ?? 'OK';
  };
  const approve = async (id: string, by: Somebody) => await decide(id, by);
  return { ...place, place, servers, ada, third, decide, approve };
}

type World = Awaited<ReturnType<typeof world>>;

const newSecret = async ({ servers, ada }: World) => {
  const { credentialReferenceId } = await servers.connections.read(servers.connectionId);
  const path = `/credential-references/${credentialReferenceId}/versions`;
  return await servers.connections.send('POST', path, { secret: { token } }, ada);
};

// oxfmt-ignore
const parts: Record<string, (world: World, id: string) => Promise<{ status: number } | void>> = {
  'added a tool': async ({ servers, ada }, id) => await servers.setTools(id, ['whoAmI', 'listOrders'], ada),
  'removed a tool': async ({ servers, ada }, id) => await servers.setTools(id, ['listOrders'], ada),
  'wrote the same tools again': async ({ servers, ada }, id) => await servers.setTools(id, ['whoAmI'], ada),
  'renamed the server': async ({ servers, ada }, id) => await servers.send('PATCH', `/${id}`, { name: `Renamed ${id}` }, ada),
  'submitted it before': async ({ servers, ada, third, decide }, id) => {
    await servers.act(id, 'submit', undefined, ada);
    expect(await decide(id, third, 'requestChanges')).toBe('OK');
  },
  'had an automation of theirs edit it': async ({ place, servers, workspaceId, ada }, id) => {
    const { token: as } = await automationOf(t, place, { by: ada });
    const { rowVersion } = await servers.read(id);
    const body = { tools: [await servers.tool('listOrders')] };
    const headers = { 'if-match': `"v${rowVersion}"` };
    return await t.rest('POST', `/api/console/mcp/servers/${id}/tools`, { as, workspace: workspaceId, body, headers });
  },
  'gave its connection, of an account that nobody can tell, another secret': newSecret,
};

describe('a contributor to a version since the last approval', () => {
  it.each(Object.entries(parts))('does not decide on it: %s', async (_what, takePart) => {
    const it = await world();
    const { servers, ada, third, owner, approve } = it;
    const { id } = (await servers.create(['whoAmI'])).body;
    const part = await takePart(it, id);
    const submitted = await servers.act(id, 'submit');
    const answers = [await approve(id, ada), await approve(id, owner), await approve(id, third)];

    expect(part?.status ?? 200).toBeLessThan(300);
    expect(submitted.body.openVersion.status).toBe('IN_REVIEW');
    expect(answers).toEqual(['self_approval_forbidden', 'self_approval_forbidden', 'OK']);
  });

  it('decides on the next version, to which they did not contribute', async () => {
    const { servers, ada, third, approve } = await world();
    const { id } = (await servers.create(['whoAmI'], ada)).body;
    await servers.act(id, 'submit');
    const first = [await approve(id, ada), await approve(id, third)];
    await servers.act(id, 'publish');
    await servers.setTools(id, ['whoAmI', 'createOrder']);
    await servers.act(id, 'submit');

    expect(first).toEqual(['self_approval_forbidden', 'OK']);
    expect(await approve(id, ada)).toBe('OK');
  });

  it('does not decide even if the version before was reviewed twice', async () => {
    const { servers, ada, third, approve } = await world();
    const { id } = (await servers.create(['whoAmI'])).body;
    await servers.act(id, 'submit');
    await approve(id, third);
    await servers.act(id, 'publish');
    await servers.act(id, 'quarantine', { reason: 'Its provider was broken into.' });
    await servers.act(id, 'submit');
    await approve(id, third);
    await servers.act(id, 'publish');
    await servers.setTools(id, ['whoAmI', 'createOrder'], ada);
    await servers.act(id, 'submit');

    expect([await approve(id, ada), await approve(id, third)]).toEqual(['self_approval_forbidden', 'OK']);
  });

  it('is not a person who only reviewed, returned, published or quarantined the version', async () => {
    const { servers, ada, decide, approve } = await world();
    const { id } = (await servers.create(['whoAmI'])).body;
    await servers.act(id, 'submit');
    expect(await decide(id, ada, 'requestChanges')).toBe('OK');
    await servers.act(id, 'submit');
    expect(await approve(id, ada)).toBe('OK');
    await servers.act(id, 'publish', undefined, ada);
    await servers.act(id, 'quarantine', { reason: 'Its provider was broken into.' }, ada);
    await servers.act(id, 'submit');

    expect(await approve(id, ada)).toBe('OK');
  });

  it('is mentioned in the refusal if no eligible approver remains', async () => {
    const place = await cast(t);
    const servers = await mcpServersOf(t, place, shop);
    const ada = await place.another('ADMIN');
    const { id } = (await servers.create(['whoAmI'], ada)).body;
    const { status, body } = await servers.act(id, 'submit');

    expect({ status, code: body.code }).toEqual({ status: 409, code: 'no_eligible_approver' });
    expect(body.message + body.detail).toContain('Members who took part in it since its last approval');
  });

  it('can cancel the request, as its requester can', async () => {
    const { servers, ada, workspaceId } = await world();
    const { id } = (await servers.create(['whoAmI'], ada)).body;
    const { openVersion } = (await servers.act(id, 'submit')).body;
    const path = `/api/console/approvals/${openVersion.approvalRequest.id}/cancel`;

    expect((await t.rest('POST', path, { as: ada, workspace: workspaceId })).status).toBe(200);
  });
});
