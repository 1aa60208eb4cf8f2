import { describe, expect, it } from 'vitest';
import { retireDeprecated } from '../../../../schema/agents/mcp-server/retire-deprecated.ts';
import { agentOf, agentToken } from '../../../support/agents.ts';
import { testApp } from '../../../support/app.ts';
import { mcpServersOf } from '../../../support/mcp-review.ts';
import { cast, signInAgain } from '../../../support/people.ts';
import { provider } from '../../../support/provider.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
const place = await cast(t);
const approver = await place.as('APPROVER');
const servers = await mcpServersOf(t, place, await provider());

/** Creates an agent with a grant for a tool of a version that another one has replaced. */
async function agentOfTheVersionBefore() {
  const serverId = await servers.published(['listOrders'], approver);
  const credentialId = (await servers.credential()).body.id as string;
  await servers.grant(await servers.grantInput(serverId, credentialId, 'listOrders'));
  await servers.setTools(serverId, ['whoAmI']);
  await servers.act(serverId, 'submit');
  await servers.decide(serverId, 'approveRequest', approver);
  const published = await servers.act(serverId, 'publish');
  if (published.status !== 200) throw new Error(JSON.stringify(published.body));
  return { serverId, credentialId, agent: async () => agentOf(t, await agentToken(t, { credentialId })) };
}

describe('spec §3: a deprecated version', () => {
  it('serves its grants for thirty days and no longer, even if no job has run', async () => {
    const { agent } = await agentOfTheVersionBefore();
    const { capabilityId } = await servers.tool('listOrders');
    const before = await agent();
    const { selection } = (await before.describe(capabilityId)).body.selection;
    const read = await before.read(capabilityId, { selection });
    t.clock.advance({ days: 29 });
    const last = await (await agent()).search();
    t.clock.advance({ days: 2 });
    const gone = await agent();
    const [over, missing] = [await gone.search(), await gone.describe(capabilityId)];
    t.clock.advance({ days: -31 });

    expect(read).toMatchObject({ status: 200, body: { kind: 'JSON' } });
    expect(last.body.data).toMatchObject([{ id: capabilityId }]);
    expect(over.body.data).toEqual([]);
    expect(missing.status).toBe(404);
  });

  it('is retired by the job, and its grants end', async () => {
    const { serverId, agent } = await agentOfTheVersionBefore();
    t.clock.advance({ days: 31 });
    await retireDeprecated(t.ports);
    await signInAgain(t, place.owner);
    const { body } = await servers.send('GET', `/${serverId}/versions`);
    const found = await (await agent()).search();
    t.clock.advance({ days: -31 });
    await signInAgain(t, place.owner);

    expect(body.data.map(({ status }: { status: string }) => status).toSorted()).toEqual([
      'PUBLISHED',
      'RETIRED',
    ]);
    expect(found.body.data).toEqual([]);
  });
});
