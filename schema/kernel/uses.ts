import type { TransactionContext } from './context.ts';
import { refuse } from '../values/errors.ts';

/** A room's uses of a resource: their number, the noun for one of them, and the verb that ends its use. */
export interface Use {
  count: number;
  noun: string;
  verb: string;
}

type Source = (tx: TransactionContext, id: string) => Promise<Use>;

export interface Uses {
  /** Each room registers the resources that it uses, because no room knows its children. */
  register(source: Source): void;
  isUsed(tx: TransactionContext, id: string): Promise<boolean>;
  /** Throws `in_use` if it is used; the message names the uses and how to end them. */
  assertUnused(tx: TransactionContext, id: string): Promise<void>;
}

/** Collects the uses of one kind of resource, called `noun`. */
export function knowUses(noun: string): Uses {
  const sources: Source[] = [];
  const usesOf = async (tx: TransactionContext, id: string) => {
    const uses: Use[] = [];
    for (const source of sources) uses.push(await source(tx, id));
    return uses.filter(({ count }) => count > 0);
  };
  return {
    register(source) {
      // A later room uses what earlier ones registered, so its use must end first.
      sources.unshift(source);
    },
    isUsed: async (tx, id) => (await usesOf(tx, id)).length > 0,
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
