import type { Knex } from 'knex';
import type { MemberCaller } from '../../schema/kernel/access/caller.ts';
import { automationSnapshots, evaluateAutomation } from '../../schema/identity/automation/snapshot.ts';
import { refusalOf, type Refusal } from '../../schema/values/errors.ts';

/** Returns the connected automations that may no longer act, each with the refusal. */
export async function stoppedAmong<One extends { readonly caller: MemberCaller }>(
  knex: Knex,
  connected: readonly One[],
  now: Date,
): Promise<[One, Refusal][]> {
  const ids = new Set(
    connected.flatMap(({ caller }) => (caller.kind === 'AUTOMATION' ? caller.credentialId : [])),
  );
  if (ids.size === 0) return [];
  const snapshots = await automationSnapshots(knex, [...ids]);
  const byId = new Map(snapshots.map((snapshot) => [snapshot.credentialId, snapshot]));
  return connected.flatMap((one): [One, Refusal][] => {
    const { caller } = one;
    if (caller.kind !== 'AUTOMATION') return [];
    try {
      evaluateAutomation(byId.get(caller.credentialId) ?? null, caller, now);
      return [];
    } catch (error) {
      const refusal = refusalOf(error);
      if (!refusal) throw error;
      return [[one, refusal]];
    }
  });
}
