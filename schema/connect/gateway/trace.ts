import { randomUUID } from 'node:crypto';

/** The trace of a caller’s request. */
interface Traced {
  traceId: string;
  isSampled: boolean;
}

// W3C Trace Context, level 1, §3.2.2: lower-case only. A later version may append further fields.
const form =
  /^(?<version>[\da-f]{2})-(?<traceId>[\da-f]{32})-(?<parentId>[\da-f]{16})-(?<flags>[\da-f]{2})(?<more>-.*)?$/;
const maxLength = 512;

/**
 * Returns the `traceparent` of an outgoing request: in the caller’s trace if theirs is valid, otherwise in a
 * new trace that is not sampled. Never forwards `tracestate`, since it describes the caller’s systems.
 */
export function childOf(traceparent: string | null): string {
  const { traceId, isSampled } = tracedBy(traceparent) ?? { traceId: randomHex(), isSampled: false };
  return `00-${traceId}-${randomHex().slice(16)}-${isSampled ? '01' : '00'}`;
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

// The rotation puts the fixed digits of a UUID behind those that samplers compare. The second half has both, so it
// is never all zeros, which would be invalid.
function randomHex(): string {
  const hex = randomUUID().replaceAll('-', '');
  return hex.slice(17) + hex.slice(0, 17);
}
