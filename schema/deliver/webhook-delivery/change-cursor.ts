import { timingSafeEqual } from 'node:crypto';
import type { WebhookQueue } from '../../../db/models/webhook-queue.ts';
import type { Ports } from '../../kernel/context.ts';
import { invalidCursor } from '../../kernel/page.ts';

/**
 * Where a reader stands among the changes of an endpoint's deliveries. The numbers are those of the whole installation, and
 * two of them would tell a workspace how much the others are sent; so a cursor is a mark over endpoint and number by a key of
 * ours, and the number under a mask that follows from the mark: the synthetic nonce of RFC 5297, which no count of cursors
 * wears out.
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
 * The position after which a reader goes on: the cursor's, or without one the present. Throws `invalid_cursor` for one that
 * was not given out for this endpoint, or by a database that was put back since.
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
