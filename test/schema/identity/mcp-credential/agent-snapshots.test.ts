import { describe, expect, it } from 'vitest';
import { agentSnapshots } from '../../../../schema/identity/mcp-credential/agent-snapshots.ts';
import { testApp } from '../../../support/app.ts';
import { agentOf } from '../../../support/agents.ts';
import { grantedWorld } from '../../../support/granted.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' }, { instances: 1, isChecked: true });
const world = await grantedWorld(t);
const of = async (credentialId: string) => await t.ports.snapshots.of(agentSnapshots, credentialId);

describe('the cached snapshot of a credential', () => {
  it('is read once, with its grants', async () => {
    const { credentialId, token } = await world.agent();
    // Otherwise a late notice of the earlier changes may evict the snapshot that the search caches.
    await t.look();
    await agentOf(t, token).search();
    await t.look();
    const first = await of(credentialId);
    const statements = await t.statementsOf(async () => expect(await of(credentialId)).toBe(first));
    const granted = await t.statementsOf(
      async () => await first?.reads.once('served', () => Promise.reject()),
    );

    expect([statements, granted]).toEqual([[], []]);
  });

  it('is read again after any change in the workspace', async () => {
    const { credentialId, granted } = await world.agent();
    const first = await of(credentialId);
    await world.act(`grants/${granted['listOrders']}/revoke`);
    const after = await of(credentialId);

    expect(after).not.toBe(first);
    expect(after?.snapshot).toEqual(first?.snapshot);
  });

  it('is null for an unknown credential', async () => {
    expect(await of('mcpc_01m8238brnfqe8yg2gyax0f4w0')).toBeNull();
  });

  it('serves no agent whose access was revoked', async () => {
    const { credentialId, granted, token } = await world.agent();
    const { search } = agentOf(t, token);
    const before = (await search()).body.data.length;
    await world.act(`grants/${granted['listOrders']}/revoke`);
    const without = (await search()).body.data.length;
    await world.act(`credentials/${credentialId}/revoke`);

    expect([before, without]).toEqual([1, 0]);
    expect(await search()).toMatchObject({ status: 401, body: { code: 'mcp_credential_stopped' } });
  });
});
