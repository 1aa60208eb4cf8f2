import { expect, it } from 'vitest';
import { grantsByCapability, isGranted } from '../../../../schema/agents/mcp-grant/in-force.ts';
import { contextOf } from '../../../../adapters/http/context.ts';
import { agentToken } from '../../../support/agents.ts';
import { testApp } from '../../../support/app.ts';
import { importAll } from '../../../support/connectors.ts';
import { mcpServersOf } from '../../../support/mcp-review.ts';
import { cast } from '../../../support/people.ts';
import { provider } from '../../../support/provider.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1', ACCESS_TOKEN_TTL_SECONDS: '3600' });
const place = await cast(t);
const approver = await place.as('APPROVER');
const shop = await provider();
const servers = await mcpServersOf(t, place, shop);

// Search, description and calls compare the digest once more, so this test checks the grants directly.
it('spec §5.11: an old grant does not cover a tool that was reviewed again with another description', async () => {
  const id = await servers.published(['whoAmI'], approver);
  const credentialId: string = (await servers.credential()).body.id;
  const granted = await servers.grant(await servers.grantInput(id, credentialId, 'whoAmI'));
  const { capabilityId, connectionId } = await servers.tool('whoAmI');
  const versionId: string = (await servers.read(id)).publishedVersion.id;
  const inForce = async () => {
    const headers = { authorization: `Bearer ${await agentToken(t, { credentialId })}` };
    const ctx = await contextOf(t.ports, { id: 'req_agent', ip: '127.0.0.1', headers }, 'mcp');
    const found = (await grantsByCapability(ctx)).get(capabilityId)?.map((grant) => grant.id) ?? [];
    return { found, isGranted: await isGranted(ctx, { capabilityId, connectionId, versionId }) };
  };
  const before = await inForce();

  const document = shop.document.replace('"schema":{"type":"object"}', '"schema":{"type":["object","null"]}');
  await servers.connections.send('POST', `/connectors/${servers.connectorId}/import`, { document });
  await importAll(t);
  await servers.act(id, 'submit');
  await servers.decide(id, 'approveRequest', approver);
  await servers.act(id, 'publish');

  expect((await servers.read(id)).publishedVersion).toMatchObject({ id: versionId, status: 'PUBLISHED' });
  expect(before).toEqual({ found: [granted.body.id], isGranted: true });
  expect(await inForce()).toEqual({ found: [], isGranted: false });
});
