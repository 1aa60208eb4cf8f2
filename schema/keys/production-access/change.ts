import type { PartialModelObject } from 'objection';
import { ProductionAccess } from '../../../db/models/production-access.ts';
import { record } from '../../records/audit/record.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import type { EventType } from '../../records/event/catalogue.ts';
import { toEventData } from './event-data.ts';

type AccessEvent = Exclude<
  Extract<EventType, `application.production_access.${string}`>,
  'application.production_access.review_due'
>;

interface Told {
  changes?: Record<string, unknown>;
  /** The members who decided, if a decision caused the change. */
  approvers?: string[] | undefined;
}

/** Writes the change and records it as an event of the application. */
export async function changeAccess(
  tx: TransactionContext,
  before: ProductionAccess,
  type: AccessEvent,
  patch: PartialModelObject<ProductionAccess>,
  approvers?: string[],
): Promise<ProductionAccess> {
  const access = await ProductionAccess.change(tx.knex, before.id, tx.clock.now(), patch);
  const changes = { status: [before.status, access.status], revision: [before.revision, access.revision] };
  await announce(tx, type, access, { changes, approvers });
  return access;
}

export async function announce(
  tx: TransactionContext,
  type: AccessEvent,
  access: ProductionAccess,
  { changes, approvers }: Told = {},
): Promise<void> {
  await record(tx, type, {
    subject: access,
    data: toEventData(access, approvers),
    reason: access.reason,
    ...(changes && { changes }),
  });
}
