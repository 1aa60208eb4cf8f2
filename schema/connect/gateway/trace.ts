import { randomBytes } from 'node:crypto';

/** A request of somebody’s, as they trace it. */
interface Traced {
  traceId: string;
  isSampled: boolean;
}

// W3C Trace Context, level 1, §3.2.2: small letters alone. A later version may say more behind these four.
const form =
  /^(?<version>[\da-f]{2})-(?<traceId>[\da-f]{32})-(?<parentId>[\da-f]{16})-(?<flags>[\da-f]{2})(?<more>-.*)?$/;
const maxLength = 512;

/**
 * The `traceparent` of a request that is sent for somebody: a part of their trace where they sent one that is right, else of
 * a new one, which nobody records. Their `tracestate` says something of their systems, and is not for others.
 */
export function childOf(traceparent: string | null): string {
  const { traceId, isSampled } = tracedBy(traceparent) ?? { traceId: randomHex(16), isSampled: false };
  return `00-${traceId}-${randomHex(8)}-${isSampled ? '01' : '00'}`;
}

function tracedBy(traceparent: string | null): Traced | null {
  if (traceparent === null || traceparent.length > maxLength) return null;
  const {
    version = 'ff',
    traceId = '',
    parentId = '',
    flags = '',
    more,
  } = form.exec(traceparent)?.groups ?? {};
  if (version === 'ff' || (version === '00' && more !== undefined)) return null;
  if (/^0*$/.test(traceId) || /^0*$/.test(parentId)) return null;
  return { traceId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

// Of all zeros it would be none.
function randomHex(bytes: number): string {
  const text = randomBytes(bytes).toString('hex');
  return /^0*$/.test(text) ? randomHex(bytes) : text;
}
