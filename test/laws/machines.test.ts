import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../schema/values/errors.ts';
import type { Machine } from '../../schema/values/machine.ts';

const models = await Promise.all(
  globSync('db/models/*.ts').map(async (file) => (await import(join(process.cwd(), file))) as object),
);
const statuses = models
  .flatMap((module) => Object.entries(module))
  .flatMap(([name, list]) => (name.endsWith('Statuses') && Array.isArray(list) ? [list as string[]] : []));
const rules = await Promise.all(
  globSync('schema/*/*/rules.ts').map(async (file) => (await import(join(process.cwd(), file))) as object),
);
const machines = rules
  .flatMap((module) => Object.values(module))
  .filter(
    (value): value is Machine<string, string> =>
      typeof value === 'object' && value !== null && 'moves' in value,
  );
const moves = machines.flatMap((machine) => {
  const actions = [...new Set(Object.values(machine.moves).flatMap((row) => Object.keys(row)))];
  return Object.entries(machine.moves).flatMap(([state, row]) =>
    actions.map((action) => ({
      machine,
      noun: machine.noun,
      state,
      action,
      next: row[action],
      allowed: Object.keys(row).filter((move) => machine.words.commands[move]),
    })),
  );
});

describe('a state machine', () => {
  it('has the states of one list of statuses in the models, and each list has a machine', () => {
    const states = machines.map((machine) => Object.keys(machine.moves).toSorted().join(' '));

    expect(states.toSorted()).toEqual(statuses.map((list) => list.toSorted().join(' ')).toSorted());
  });

  it.each(machines)('$noun: has words for moves and states of its own alone', ({ words, moves: rows }) => {
    const [states, actions] = [Object.keys(rows), Object.values(rows).flatMap((row) => Object.keys(row))];

    expect(Object.keys(words.commands).filter((action) => !actions.includes(action))).toEqual([]);
    expect(Object.keys(words.states ?? {}).filter((state) => !states.includes(state))).toEqual([]);
    // The other states use their names as text.
    expect(states.filter((state) => state.includes('_') && !words.states?.[state])).toEqual([]);
  });

  it.each(moves.filter(({ next }) => next))(
    'spec §3: $noun: $state, $action, $next',
    ({ machine, state, action, next }) => {
      expect(machine.next(state, action)).toBe(next);
    },
  );

  it.each(moves.filter(({ next }) => !next))(
    'spec §3: $noun: $state has no $action',
    ({ machine, state, action, allowed }) => {
      expect(transitionOf(() => machine.next(state, action))).toEqual({ from: state, action, allowed });
    },
  );
});

function transitionOf(move: () => unknown): unknown {
  try {
    return move();
  } catch (error) {
    const refusal = refusalOf(error);
    return refusal?.code === 'invalid_transition' ? refusal.details.transition : error;
  }
}
