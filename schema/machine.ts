import { refuse } from './errors.ts';

type Moves<State extends string, Action extends string> = Record<State, Partial<Record<Action, State>>>;

export interface Machine<State extends string, Action extends string> {
  readonly noun: string;
  readonly moves: Moves<State, Action>;
  /** The state after `action`. Throws `invalid_transition` where the table has no such move. */
  next(state: State, action: Action): State;
}

/** A state machine as a table of state, action and next state. */
export function machine<State extends string, Action extends string>(
  noun: string,
  moves: Moves<State, Action>,
): Machine<State, Action> {
  return {
    noun,
    moves,
    next(state, action) {
      const next = moves[state][action];
      if (next) return next;
      const allowed = Object.keys(moves[state]);
      throw refuse('invalid_transition', sentence(noun, state, action, allowed), {
        transition: { from: state, action, allowed },
      });
    },
  };
}

function sentence(noun: string, state: string, action: string, allowed: string[]): string {
  const possible = allowed.length > 0 ? `it can ${allowed.join(' or ')}` : 'nothing more can be done with it';
  return `The ${noun} is ${state.toLowerCase()}, so it cannot ${action}; ${possible}.`;
}
