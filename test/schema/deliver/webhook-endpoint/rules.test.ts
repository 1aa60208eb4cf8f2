import { describe, expect, it } from 'vitest';
import {
  deliveryMoves,
  maxAtOnce,
  maxInFlight,
  maxOfWorkspace,
  maxOfWorkspaceWhenCrowded,
  maxProbes,
  maxTries,
  nextTryAt,
  roomForIdle,
} from '../../../../schema/deliver/webhook-endpoint/rules.ts';

const now = new Date('2026-11-20T09:00:00.000Z');
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/**
 * Returns the delay after each attempt in milliseconds, at this point of the spread. The last one is null.
 */
function waits(environment: 'LIVE' | 'SANDBOX', chance: number): (number | null)[] {
  return Array.from({ length: maxTries(environment) }, (_, at) => {
    const due = nextTryAt(environment, at + 1, { now, chance });
    return due && due.getTime() - now.getTime();
  });
}

describe('attempts', () => {
  it('of live deliveries are due after 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h', () => {
    const due = [
      5 * second,
      5 * minute,
      30 * minute,
      2 * hour,
      5 * hour,
      10 * hour,
      14 * hour,
      20 * hour,
      24 * hour,
    ];

    expect(waits('LIVE', 0.5)).toEqual([...due, null]);
  });

  it('of sandbox deliveries are due after 5 s, 1 min, 10 min and 1 h', () => {
    expect(waits('SANDBOX', 0.5)).toEqual([5 * second, minute, 10 * minute, hour, null]);
  });

  it('are due up to a fifth earlier or later, so that simultaneous failures do not retry together', () => {
    expect([waits('SANDBOX', 0)[0], waits('SANDBOX', 1)[0]]).toEqual([4 * second, 6 * second]);
  });
});

it('a delivery cannot be replayed while it is being sent, and the refusal says to wait', () => {
  expect(() => deliveryMoves.next('SENDING', 'replay')).toThrow(
    'The delivery is being sent, so it cannot be replayed; wait until this attempt ends.',
  );
});

it('a worker sends 256 deliveries at the same time: 64 per workspace, 64 probes, and the last 64 for idle endpoints, 4 per workspace', () => {
  expect({
    maxAtOnce,
    maxOfWorkspace,
    maxProbes,
    roomForIdle,
    maxOfWorkspaceWhenCrowded,
    maxInFlight,
  }).toEqual({
    maxAtOnce: 256,
    maxOfWorkspace: 64,
    maxProbes: 64,
    roomForIdle: 64,
    maxOfWorkspaceWhenCrowded: 4,
    maxInFlight: 10,
  });
});
