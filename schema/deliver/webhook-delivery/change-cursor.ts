import { timingSafeEqual } from 'node:crypto';
import type { WebhookQueue } from '../../../db/models/webhook-queue.ts';
import type { Ports } from '../../kernel/context.ts';
import { invalidCursor } from '../../kernel/page.ts';

/**
 * A cursor is a reader's position among the changes of an endpoint's deliveries. The positions are global, so
 * a plain one would reveal the traffic of other workspaces. A cursor is therefore a MAC over endpoint and
 * position, followed by the position under a mask derived from the MAC. This follows the synthetic nonce of
 * RFC 5297, which stays safe for any number of cursors.
 */
type Keyed = Pick<Ports, 'keyedHash'>;

const markBytes = 16;
const numberBytes = 8;

export function changeCursor(ports: Keyed, endpointId: string, position: number): string {
  const mark = markOf(ports, endpointId, position);
  const number = Buffer.alloc(numberBytes);
  number.writeBigUInt64BE(BigInt(position) ^ maskOf(ports, mark));
  return Buffer.concat([mark, number]).toString('base64url');
}

/**
 * Returns the position after which a reader continues: the cursor's, or the current one without a cursor.
 * Throws `invalid_cursor` for a cursor of another endpoint, or from before a restore of the database.
 */
export function changeAfter(
  ports: Keyed,
  { id, changePosition }: Pick<WebhookQueue, 'id' | 'changePosition'>,
  cursor: string | null | undefined,
): number {
  if (typeof cursor !== 'string') return changePosition;
  const bytes = Buffer.from(cursor, 'base64url');
  if (bytes.length !== markBytes + numberBytes) throw invalidCursor();
  const mark = bytes.subarray(0, markBytes);
  const position = Number(bytes.readBigUInt64BE(markBytes) ^ maskOf(ports, mark));
  const isOurs = timingSafeEqual(mark, markOf(ports, id, position));
  if (!isOurs || position > changePosition) throw invalidCursor();
  return position;
}

function markOf({ keyedHash }: Keyed, endpointId: string, position: number): Buffer {
  return keyedHash('delivery-cursor', `${endpointId} ${position}`).subarray(0, markBytes);
}

function maskOf({ keyedHash }: Keyed, mark: Buffer): bigint {
  return keyedHash('delivery-cursor-mask', mark.toString('hex')).readBigUInt64BE(0);
}
