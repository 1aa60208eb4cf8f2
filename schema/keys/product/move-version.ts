import { ApiProductVersion } from '../../../db/models/api-product-version.ts';
import { record } from '../../records/audit/record.ts';
import type { EventType } from '../../records/event/catalogue.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { versionMoves } from './rules.ts';
import { toVersionData } from './version-event-data.ts';

type Move = Parameters<typeof versionMoves.next>[1];
type VersionEvent = Extract<EventType, `api_product.version_${string}`>;

/** Moves a locked version to its next status, with the patch, and records it. */
export async function moveVersion(
  tx: TransactionContext,
  before: ApiProductVersion,
  move: Move,
  event: VersionEvent,
  patch: Partial<Pick<ApiProductVersion, 'publishedAt' | 'retiresAt' | 'retiredAt' | 'changes'>> = {},
): Promise<ApiProductVersion> {
  const status = versionMoves.next(before.status, move);
  const version = await ApiProductVersion.change(tx.knex, before.id, tx.clock.now(), { ...patch, status });
  await record(tx, event, { subject: version, data: toVersionData(version) });
  return version;
}
