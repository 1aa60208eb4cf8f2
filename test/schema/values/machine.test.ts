import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../schema/values/errors.ts';
import { machine } from '../../../schema/values/machine.ts';

const words = {
  commands: {
    shut: 'shut',
    open: 'opened',
    wall_up: 'walled up',
    paint: 'painted',
    bless: 'blessed',
    burn: 'burnt',
  },
  states: { WALLED_UP: 'walled up' },
};

type State = 'OPEN' | 'SHUT' | 'WALLED_UP' | 'BURNING' | 'BURNT';
const door = machine<State, keyof typeof words.commands | 'rot' | 'fall'>('door', words, {
  OPEN: { shut: 'SHUT', paint: 'OPEN', bless: 'OPEN' },
  SHUT: { open: 'OPEN', wall_up: 'WALLED_UP', paint: 'SHUT', rot: 'OPEN' },
  WALLED_UP: { burn: 'BURNING' },
  BURNING: { fall: 'BURNT' },
  BURNT: {},
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
    ['WALLED_UP', 'open', ['burn']],
  ] as const)(
    'refuses any other move, and returns the actions that callers may request: %s, %s',
    (from, action, allowed) => {
      const refusal = refusalOf(() => door.next(from, action));

      expect(refusal).toMatchObject({ code: 'invalid_transition', status: 409 });
      expect(refusal.details.transition).toEqual({ from, action, allowed });
    },
  );

  it.each([
    ['OPEN', 'wall_up', 'The door is open, so it cannot be walled up; it can be shut, painted or blessed.'],
    ['WALLED_UP', 'paint', 'The door is walled up, so it cannot be painted; it can be burnt.'],
    ['BURNT', 'rot', 'The door is burnt, so it cannot rot; nothing more can be done with it.'],
    ['SHUT', 'bless', 'The door is shut, so it cannot be blessed; it can be opened, walled up or painted.'],
    ['SHUT', 'shut', 'The door is shut already.'],
    ['WALLED_UP', 'wall_up', 'The door is walled up already.'],
    ['BURNING', 'burn', 'The door is burning already.'],
    ['BURNT', 'burn', 'The door is burnt already.'],
  ] as const)('explains a refusal in a sentence: %s, %s', (from, action, sentence) => {
    expect(refusalOf(() => door.next(from, action)).message).toBe(sentence);
  });
});
