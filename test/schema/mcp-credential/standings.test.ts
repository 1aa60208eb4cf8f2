import type { Knex } from 'knex';
import { describe, expect, it } from 'vitest';
import { Standings } from '../../../schema/mcp-credential/standings.ts';
import { anotherInstance, testApp } from '../../support/app.ts';
import { agentOf } from '../../support/agents.ts';
import { grantedWorld } from '../../support/granted.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
const beside = await anotherInstance(t);
const world = await grantedWorld(t);
const { knex } = t.ports.database;

/** The statements that are sent while something is done. */
async function statementsOf(what: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const hear = ({ sql }: Knex.Sql) => void statements.push(sql);
  knex.on('query', hear);
  await what();
  knex.off('query', hear);
  return statements;
}

describe('what is kept of a credential', () => {
  it('is read once, and then its workspace is asked for its position alone', async () => {
    const { credentialId } = await world.agent();
    const standings = new Standings(knex);
    const first = await standings.of(credentialId);
    let again = null as typeof first;
    const statements = await statementsOf(async () => (again = await standings.of(credentialId)));

    expect(again).toBe(first);
    expect(statements).toEqual([expect.stringMatching(/^select "event_position" from "audit_head" where /)]);
  });

  it('is read anew after anything has happened in the workspace', async () => {
    const { credentialId, granted } = await world.agent();
    const standings = new Standings(knex);
    const first = await standings.of(credentialId);
    await world.act(`grants/${granted['listOrders']}/revoke`);
    const after = await standings.of(credentialId);

    expect(after).not.toBe(first);
    expect(after?.snapshot.position).toBe((first?.snapshot.position ?? 0) + 1);
  });

  it('is nothing of a credential that is not there', async () => {
    expect(await new Standings(knex).of('mcpc_01m8238brnfqe8yg2gyax0f4w0')).toBeNull();
  });

  it('serves nobody on another instance whose access was taken back on this one', async () => {
    const { credentialId, granted, token } = await world.agent();
    const there = agentOf(beside, token);
    const before = (await there.search()).body.data.length;
    await world.act(`grants/${granted['listOrders']}/revoke`);
    const without = (await there.search()).body.data.length;
    await world.act(`credentials/${credentialId}/revoke`);

    expect([before, without]).toEqual([1, 0]);
    expect(await there.search()).toMatchObject({ status: 401, body: { code: 'mcp_credential_stopped' } });
  });
});
