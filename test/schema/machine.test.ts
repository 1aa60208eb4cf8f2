import { describe, expect, it } from 'vitest';
import { Refusal } from '../../schema/errors.ts';
import { machine } from '../../schema/machine.ts';

const door = machine<'OPEN' | 'SHUT' | 'WALLED_UP', 'shut' | 'open' | 'wall_up'>('door', {
  OPEN: { shut: 'SHUT' },
  SHUT: { open: 'OPEN', wall_up: 'WALLED_UP' },
  WALLED_UP: {},
});

function refusalOf(move: () => unknown): Refusal {
  try {
    move();
  } catch (error) {
    if (error instanceof Refusal) return error;
  }
  throw new Error('The move was not refused.');
}

describe('a state machine', () => {
  it.each([
    ['OPEN', 'shut', 'SHUT'],
    ['SHUT', 'open', 'OPEN'],
    ['SHUT', 'wall_up', 'WALLED_UP'],
  ] as const)('makes the move in its table: %s, %s, %s', (from, action, to) => {
    expect(door.next(from, action)).toBe(to);
  });

  it.each([
    ['OPEN', 'open', ['shut']],
    ['OPEN', 'wall_up', ['shut']],
    ['SHUT', 'shut', ['open', 'wall_up']],
    ['WALLED_UP', 'open', []],
  ] as const)('refuses any other and tells what is possible: %s, %s', (from, action, allowed) => {
    const refusal = refusalOf(() => door.next(from, action));

    expect(refusal).toMatchObject({ code: 'invalid_transition', status: 409 });
    expect(refusal.details.transition).toEqual({ from, action, allowed });
  });

  it('says it in a sentence', () => {
    expect(refusalOf(() => door.next('SHUT', 'shut')).message).toBe(
      'The door is shut, so it cannot shut; it can open or wall_up.',
    );
    expect(refusalOf(() => door.next('WALLED_UP', 'open')).message).toContain(
      'nothing more can be done with it',
    );
  });
});
