import type { TransactionContext } from './context.ts';
import { refuse } from '../values/errors.ts';

/** What of a room uses something: how many there are, what one of them is called, and what ends its use. */
export interface Use {
  count: number;
  noun: string;
  verb: string;
}

type Source = (tx: TransactionContext, id: string) => Promise<Use>;

export interface Uses {
  /** Rooms register with what they use, since no room knows its children. */
  register(source: Source): void;
  isUsed(tx: TransactionContext, id: string): Promise<boolean>;
  /** Throws `in_use` where it is used, and says by what and how that ends. */
  assertUnused(tx: TransactionContext, id: string): Promise<void>;
}

/** Knows what uses things of one kind, called `noun`. */
export function knowUses(noun: string): Uses {
  const sources: Source[] = [];
  const usesOf = async (tx: TransactionContext, id: string) => {
    const uses: Use[] = [];
    for (const source of sources) uses.push(await source(tx, id));
    return uses.filter(({ count }) => count > 0);
  };
  return {
    register(source) {
      // Who registers later uses what registered before, and so ends first.
      sources.unshift(source);
    },
    async isUsed(tx, id) {
      return (await usesOf(tx, id)).length > 0;
    },
    async assertUnused(tx, id) {
      const uses = await usesOf(tx, id);
      if (uses.length > 0) throw refuse('in_use', sentenceOf(noun, uses));
    },
  };
}

function sentenceOf(noun: string, uses: readonly Use[]): string {
  const what = uses.map((use) => `${use.count} ${nounOf(use)}`).join(' and ');
  const how = uses.map((use) => `${use.verb} the ${nounOf(use)}`).join(' and ');
  return `The ${noun} is used by ${what}. First ${how}.`;
}

function nounOf({ count, noun }: Use): string {
  return count === 1 ? noun : `${noun}s`;
}
