import { refuse } from './errors.ts';

type Moves<State extends string, Action extends string> = Record<State, Partial<Record<Action, State>>>;

/**
 * The words for refusals: participles of the commands, such as `suspended`, and names of states that need
 * other words.
 */
export interface Words<State extends string, Action extends string> {
  /**
   * The moves that callers can command. Refusals never offer the others, which only jobs and other commands
   * make.
   */
  commands: Partial<Record<Action, string>>;
  states?: Partial<Record<State, string>>;
  /** What has to happen first in a state, if callers cannot command it. */
  waits?: Partial<Record<State, string>>;
}

export interface Machine<State extends string, Action extends string> {
  readonly noun: string;
  readonly words: Words<State, Action>;
  readonly moves: Moves<State, Action>;
  /**
   * Returns the next state. Throws `invalid_transition` if the table has no such move, or if `without`
   * contains the action.
   */
  next(state: State, action: Action, without?: readonly Action[]): State;
}

/** Creates a state machine from a table of states, actions and next states. */
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

/** Whether the state is already the result of the action: every such move leads to it. */
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
