import { expect, it } from 'vitest';
import { Capability } from '../../../db/models/capability.ts';
import { createSystemContext } from '../../../schema/command/create-context.ts';
import { capabilitySnapshots } from '../../../schema/connect/connector/snapshots.ts';
import { snapshotOf } from '../../../schema/kernel/snapshot-of.ts';
import { touchWorkspace } from '../../../schema/records/audit/record.ts';
import { connectionsOf } from '../../support/connections.ts';
import { leasedInstances, type LeasedInstance } from '../../support/leased.ts';
import { cast, type Cast } from '../../support/people.ts';
import { provider } from '../../support/provider.ts';

const env = { EGRESS_ALLOWED_HOSTS: '127.0.0.1' };
const instances = await leasedInstances(2, { withRedis: false, env });
const [a, b] = instances as [LeasedInstance, LeasedInstance];

const contextOn = ({ ports }: LeasedInstance, { workspaceId }: Cast) =>
  createSystemContext(ports, 'a test', workspaceId);
const beat = async () => {
  for (const { ports } of instances) await ports.heartbeat.beat();
};

/** Creates a capability that both instances have cached, and returns how each sees its title. */
async function known(place: Cast) {
  const calls = connectionsOf(a, place);
  const { connectorId } = await calls.made(await provider());
  const id = await calls.capability(connectorId, 'listOrders');
  await beat();
  const titleOn = async (on: LeasedInstance) =>
    (await snapshotOf(contextOn(on, place), capabilitySnapshots, id))?.title;
  expect([await titleOn(a), await titleOn(b)]).toEqual(['List orders', 'List orders']);
  return { id, titleOn };
}

it('spec §5.12: a change without an event reaches every instance before it is answered', async () => {
  const place = await cast(a);
  const { id, titleOn } = await known(place);

  await contextOn(a, place).transaction(async (tx) => {
    await Capability.query(tx.knex).findById(id).patch({ title: 'Changed' });
    await touchWorkspace(tx, place.workspaceId);
    return {};
  });

  expect([await titleOn(a), await titleOn(b)]).toEqual(['Changed', 'Changed']);
});

it('a change without an event that no instance announced is found by the next renewal of each lease', async () => {
  const place = await cast(a);
  const { id, titleOn } = await known(place);
  const unannounced = { ...a.ports, feed: { ...a.ports.feed, publish: async () => await Promise.resolve() } };

  await createSystemContext(unannounced, 'a test', place.workspaceId).transaction(async (tx) => {
    await Capability.query(tx.knex).findById(id).patch({ title: 'Changed' });
    await touchWorkspace(tx, place.workspaceId);
    return {};
  });
  await beat();

  expect([await titleOn(a), await titleOn(b)]).toEqual(['Changed', 'Changed']);
});
