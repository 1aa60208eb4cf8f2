import { expect, it } from 'vitest';
import { capabilityModes } from '../../../../db/models/capability.ts';
import { connectionStatuses } from '../../../../db/models/connection.ts';
import { mcpServerVersionStatuses } from '../../../../db/models/mcp-server-version.ts';
import { mcpServerStatuses } from '../../../../db/models/mcp-server.ts';
import { allInForce } from '../../../../schema/agents/mcp-grant/in-force.ts';
import { firstObstacle } from '../../../../schema/agents/mcp-grant/obstacle.ts';
import { testApp } from '../../../support/app.ts';
import { count } from '../../../support/count.ts';
import { grantedWorld } from '../../../support/granted.ts';
import { random } from '../../../support/seed.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
const { knex } = t.ports.database;
const { agent } = await grantedWorld(t);
const { granted } = await agent();
const id = granted['listOrders'] ?? '';
const next = random();
const states = count(20_000);

const [grant] = await knex('mcpGrant').where({ id });
const [version] = await knex('mcpServerVersion').where({ id: grant.versionId });
const { capabilityId, connectionId, versionId } = grant;
const ofTool = { capabilityId, connectionId, versionId };

/** Returns the usual value most of the time, else one of the others. */
function usually<Value>(usual: Value, others: readonly Value[]): Value {
  return next() < 0.8 ? usual : (others[Math.floor(next() * others.length)] as Value);
}

it('the query of grants in force and the reported obstacle agree in every state of the rows that a grant depends on', async () => {
  const now = t.clock.now();
  const [before, later] = [new Date(now.getTime() - 1), new Date(now.getTime() + 1)];
  const another = Buffer.alloc(32);
  const counts = { inForce: 0, obstructed: 0 };

  for (let made = 0; made < states; made += 1) {
    const status = {
      grant: usually('ACTIVE' as const, ['REVOKED']),
      version: usually('PUBLISHED', mcpServerVersionStatuses),
      server: usually('ACTIVE', mcpServerStatuses),
      connection: usually('ACTIVE', connectionStatuses),
    };
    const since = (isSo: boolean) => (isSo ? before : null);
    const retiresAt = usually(null, [before, now, later]);
    const changes = [
      knex('mcpGrant')
        .where({ id })
        .update({
          status: status.grant,
          revokedAt: since(status.grant === 'REVOKED'),
          expiresOn: usually(grant.expiresOn, ['2020-01-02']),
          mode: usually(grant.mode, capabilityModes),
          digest: usually(grant.digest, [another]),
        }),
      knex('mcpServerVersion')
        .where({ id: versionId })
        .update({
          status: status.version,
          retiredAt: since(status.version === 'RETIRED'),
          retiresAt: status.version === 'DEPRECATED' ? (retiresAt ?? later) : retiresAt,
        }),
      knex('mcpServer')
        .where({ id: version.serverId })
        .update({ status: status.server, retiredAt: since(status.server === 'RETIRED') }),
      knex('mcpServerTool')
        .where(ofTool)
        .update({ digest: usually(grant.digest, [another]) }),
      knex('capability')
        .where({ id: capabilityId })
        .update({
          digest: usually(grant.digest, [another]),
          removedAt: usually(null, [before]),
        }),
      knex('connection')
        .where({ id: connectionId })
        .update({ status: status.connection, disconnectedAt: since(status.connection === 'DISCONNECTED') }),
    ];
    for (const change of changes) await change;
    const [row] = await knex('mcpGrant').where({ id });
    const prerequisites = {
      server: await knex('mcpServer').where({ id: version.serverId }).first(),
      version: await knex('mcpServerVersion').where({ id: versionId }).first(),
      capability: await knex('capability').where({ id: capabilityId }).first(),
      connection: await knex('connection').where({ id: connectionId }).first(),
      tools: await knex('mcpServerTool').where({ versionId }),
    };

    const obstacle = firstObstacle(row, prerequisites, now);
    const inForce = await allInForce(knex, now).where({ 'mcpGrant.id': id });

    expect({ obstacle, ...prerequisites, row, inForce: inForce.length }).toMatchObject({
      inForce: obstacle === null ? 1 : 0,
    });
    counts[obstacle === null ? 'inForce' : 'obstructed'] += 1;
  }

  expect(counts.inForce).toBeGreaterThan(states / 20);
  expect(counts.obstructed).toBeGreaterThan(states / 20);
});
