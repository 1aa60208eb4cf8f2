import { shop, type Shopped, type Shopper } from './shoppers.ts';

const ids = Array.from({ length: 40 }, (_, index) => `o${index}`);

/** A call of a shopper, and what must come back. */
export interface Errand {
  send: (url: string, secret: string) => Promise<Shopped>;
  /** Returns what is wrong with an accepted answer, or null. Then the shopper knows what the sandbox now holds. */
  judge: (answer: Shopped) => string | null;
  /** Lets the next call have the same order. */
  end: () => void;
}

let written = 0;

/** Chooses a call of the shopper. No two calls of an order are under way at the same time. */
export function errandOf(shopper: Shopper, next: () => number): Errand {
  const id = ids.filter((it) => !shopper.busy.has(it))[Math.floor(next() * (ids.length - shopper.busy.size))];
  const deed = next();
  if (id === undefined || deed < 0.02) return listing(shopper);
  shopper.busy.add(id);
  const end = () => void shopper.busy.delete(id);
  if (deed < 0.2) return { ...creating(shopper, id), end };
  if (deed < 0.3) return { ...changing(shopper, id), end };
  if (deed < 0.36) return { ...removing(shopper, id), end };
  return { ...reading(shopper, id), end };
}

type Deed = Omit<Errand, 'end'>;

function creating(shopper: Shopper, id: string): Deed {
  const item = itemOf(shopper);
  return {
    send: async (url, secret) => await shop(url, secret, 'POST', '/orders', { id, item }),
    judge(answer) {
      shopper.orders.set(id, item);
      return unless(answer, 201, JSON.stringify({ id, item }));
    },
  };
}

function changing(shopper: Shopper, id: string): Deed {
  const { orders } = shopper;
  const item = itemOf(shopper);
  return {
    send: async (url, secret) => await shop(url, secret, 'PATCH', `/orders/${id}`, { item }),
    judge(answer) {
      if (!orders.has(id)) return unless(answer, 404);
      orders.set(id, item);
      return unless(answer, 200, JSON.stringify({ id, item }));
    },
  };
}

function removing({ orders }: Shopper, id: string): Deed {
  return {
    send: async (url, secret) => await shop(url, secret, 'DELETE', `/orders/${id}`),
    judge: (answer) => (orders.delete(id) ? unless(answer, 204, '') : unless(answer, 404)),
  };
}

function reading({ orders }: Shopper, id: string): Deed {
  return {
    send: async (url, secret) => await shop(url, secret, 'GET', `/orders/${id}`),
    judge: (answer) =>
      orders.has(id)
        ? unless(answer, 200, JSON.stringify({ id, item: orders.get(id) }))
        : unless(answer, 404),
  };
}

// Other calls change orders meanwhile, so the marks alone are judged.
function listing({ mark }: Shopper): Errand {
  return {
    send: async (url, secret) => await shop(url, secret, 'GET', '/orders'),
    judge(answer) {
      const foreign = [...answer.text.matchAll(/mark-\d+/g)].find(([found]) => found !== mark);
      return foreign ? `a list of ${mark} has ${foreign[0]}` : unless(answer, 200);
    },
    end: () => {},
  };
}

function itemOf({ mark }: Shopper): string {
  return `${mark} ${(written += 1)}`;
}

function unless({ status, text }: Shopped, expected: number, whole = text): string | null {
  return status === expected && text === whole ? null : `${status} ${text} instead of ${expected} ${whole}`;
}
