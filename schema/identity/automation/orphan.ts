import { Automation } from '../../../db/models/automation.ts';
import { Member } from '../../../db/models/member.ts';
import { record } from '../../records/audit/record.ts';
import type { Ports } from '../../kernel/context.ts';
import { createSystemContext } from '../../command/create-context.ts';
import { forEachIsolated } from '../../kernel/for-each-isolated.ts';
import { presentAutomations, withoutOwner } from './lock.ts';
import { automationMoves, isLost } from './rules.ts';

const job = 'suspend-orphans';
const batchSize = 100;

/**
 * Suspends automations that have lost their owner and records an event, so that another member can adopt
 * them. They have already stopped, because their evaluation reads the owner with every request.
 */
export async function suspendOrphans(ports: Ports): Promise<void> {
  const { knex } = ports.database;
  const orphans = await withoutOwner(Automation.inActiveWorkspaces(knex))
    .where('automation.status', 'ACTIVE')
    .whereNotExists(
      Member.query(knex).whereColumn('member.id', 'automation.memberId').where({ status: 'REMOVED' }),
    )
    .orderBy('automation.id')
    .limit(batchSize)
    .select('automation.id', 'automation.workspaceId');
  await forEachIsolated(ports, job, orphans, async (orphan) => await suspendOrphan(ports, orphan));
}

async function suspendOrphan(
  ports: Ports,
  { id, workspaceId }: Pick<Automation, 'id' | 'workspaceId'>,
): Promise<void> {
  await createSystemContext(ports, job, workspaceId).transaction(async (tx) => {
    const before = await presentAutomations(tx).findById(id).where({ status: 'ACTIVE' }).forNoKeyUpdate();
    const owner = before && (await Member.inWorkspace(tx).findById(before.ownerId));
    if (!before || !isLost(owner, before.ownerActivations)) return {};
    const now = tx.clock.now();
    const status = automationMoves.next(before.status, 'orphan');
    const automation = await Automation.change(tx.knex, id, now, { status, orphanedAt: now });
    await record(tx, 'member.automation.orphaned', {
      subject: automation,
      data: automation,
      changes: { status: [before.status, status] },
    });
    return {};
  });
}
