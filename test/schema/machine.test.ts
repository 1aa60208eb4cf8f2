import { describe, expect, it } from 'vitest';
import { Refusal } from '../../schema/errors.ts';
import { machine } from '../../schema/machine.ts';

const words = {
  commands: { shut: 'shut', open: 'opened', wall_up: 'walled up', paint: 'painted', bless: 'blessed' },
  states: { WALLED_UP: 'walled up' },
};

const door = machine<'OPEN' | 'SHUT' | 'WALLED_UP', keyof typeof words.commands | 'rot'>('door', words, {
  OPEN: { shut: 'SHUT', paint: 'OPEN', bless: 'OPEN' },
  SHUT: { open: 'OPEN', wall_up: 'WALLED_UP', paint: 'SHUT', rot: 'OPEN' },
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
    ['OPEN', 'open', ['shut', 'paint', 'bless']],
    ['OPEN', 'wall_up', ['shut', 'paint', 'bless']],
    ['SHUT', 'shut', ['open', 'wall_up', 'paint']],
    ['WALLED_UP', 'open', []],
  ] as const)('refuses any other and tells what callers can command: %s, %s', (from, action, allowed) => {
    const refusal = refusalOf(() => door.next(from, action));

    expect(refusal).toMatchObject({ code: 'invalid_transition', status: 409 });
    expect(refusal.details.transition).toEqual({ from, action, allowed });
  });

  it.each([
    ['OPEN', 'wall_up', 'The door is open, so it cannot be walled up; it can be shut, painted or blessed.'],
    [
      'WALLED_UP',
      'paint',
      'The door is walled up, so it cannot be painted; nothing more can be done with it.',
    ],
    ['WALLED_UP', 'rot', 'The door is walled up, so it cannot rot; nothing more can be done with it.'],
    ['SHUT', 'bless', 'The door is shut, so it cannot be blessed; it can be opened, walled up or painted.'],
    ['SHUT', 'shut', 'The door is shut already.'],
    ['WALLED_UP', 'wall_up', 'The door is walled up already.'],
  ] as const)('says it in a sentence: %s, %s', (from, action, sentence) => {
    expect(refusalOf(() => door.next(from, action)).message).toBe(sentence);
  });
});
