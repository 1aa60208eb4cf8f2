import { refuse } from './errors.ts';

type Moves<State extends string, Action extends string> = Record<State, Partial<Record<Action, State>>>;

/** How refusals say it: what can be done with the thing, as `suspended`, and states whose name alone does not. */
export interface Words<State extends string, Action extends string> {
  /** Those moves that callers command of this thing; what only jobs and other commands do is offered to nobody. */
  commands: Partial<Record<Action, string>>;
  states?: Partial<Record<State, string>>;
  /** What has to happen first in a state, where that is not the caller’s to command. */
  waits?: Partial<Record<State, string>>;
}

export interface Machine<State extends string, Action extends string> {
  readonly noun: string;
  readonly words: Words<State, Action>;
  readonly moves: Moves<State, Action>;
  /**
   * The state after `action`. Throws `invalid_transition` where the table has no such move, or it is one that this thing
   * has not, whatever its state.
   */
  next(state: State, action: Action, without?: readonly Action[]): State;
}

/** A state machine as a table of state, action and next state. */
export function machine<State extends string, Action extends string>(
  noun: string,
  words: Words<State, Action>,
  moves: Moves<State, Action>,
): Machine<State, Action> {
  const { commands, states, waits } = words;
  return {
    noun,
    words,
    moves,
    next(state, action, without = []) {
      const next = moves[state][action];
      if (next && !without.includes(action)) return next;
      const allowed = (Object.keys(moves[state]) as Action[]).filter(
        (move) => commands[move] !== undefined && !without.includes(move),
      );
      const standing = states?.[state] ?? state.toLowerCase();
      const wanted = commands[action] === undefined ? action : `be ${commands[action]}`;
      const possible = allowed.map((move) => commands[move] ?? move);
      const isSo = standing === commands[action] || leadsOnlyTo(moves, action, state);
      const sentence = isSo
        ? `The ${noun} is ${standing} already.`
        : `The ${noun} is ${standing}, so it cannot ${wanted}; ${waits?.[state] ?? offer(possible)}.`;
      throw refuse('invalid_transition', sentence, { transition: { from: state, action, allowed } });
    },
  };
}

/** Whether what is wanted is so already: wherever the move begins, it ends here. */
function leadsOnlyTo<State extends string, Action extends string>(
  moves: Moves<State, Action>,
  action: Action,
  state: State,
): boolean {
  const rows = Object.values<Partial<Record<Action, State>>>(moves);
  return rows.every((row) => (row[action] ?? state) === state);
}

function offer(possible: string[]): string {
  if (possible.length === 0) return 'nothing more can be done with it';
  const last = possible.slice(-2).join(' or ');
  return `it can be ${[...possible.slice(0, -2), last].join(', ')}`;
}
