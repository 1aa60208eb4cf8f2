import type { Redis } from 'ioredis';
import { changedIn } from '../../schema/kernel/changes.ts';
import type { Changed } from '../../schema/kernel/ports/feed.ts';
import type { Look } from '../../schema/kernel/ports/presence.ts';
import type { Log } from '../../schema/kernel/ports/log.ts';
import { connectRedis } from '../redis.ts';

/**
 * Signals commits to other instances, and looks. After a lost signal of a commit, they find it themselves in a
 * second.
 */
export interface Bus extends AsyncDisposable {
  tell(changed: Changed): Telling;
  /** Sets the only listener. A change is handled when the listener resolves, but not when it throws. */
  onChange(listener: (changed: Changed) => Promise<void>): void;
  /** Tells the other instances that a member looks at a request. */
  tellLook(look: Look): void;
  /** Sets the only listener for the looks on other instances. */
  onLook(listener: (look: Look) => void): void;
}

/** A published signal. Disposing it ends the wait for answers. */
export interface Telling extends Disposable {
  /** The instances that have handled it. */
  readonly acted: ReadonlySet<string>;
  /** Resolves when another instance has. */
  next(): Promise<void>;
}

const unheard: Telling = {
  acted: new Set(),
  next: async () => await new Promise(() => {}),
  [Symbol.dispose]: () => {},
};

/** For a single instance, or without Redis. */
export function createLocalBus(): Bus {
  return {
    tell: () => unheard,
    onChange: () => {},
    tellLook: () => {},
    onLook: () => {},
    [Symbol.asyncDispose]: async () => {},
  };
}

const nobody = async (_changed: Changed): Promise<void> => {};
const unheardLook = (_look: Look): void => {};

interface Options {
  url: string;
  /** The installation's id. */
  name: string;
  /** The id of this instance in its lease. */
  self: string;
  log: Log;
}

/**
 * Uses Redis channels of this installation: one for all signals, one for looks, and one per instance for the
 * answers to its signals. Nothing waits for Redis alone.
 */
export function createRedisBus({ url, name, self, log }: Options): Bus {
  const channel = `sallyport:${name}:changed`;
  const looking = `sallyport:${name}:looking`;
  const answersTo = (instance: string) => `sallyport:${name}:acted:${instance}`;
  const asked = new Map<string, (instance: string) => void>();
  let told = 0;
  let listener = nobody;
  let lookListener = unheardLook;
  const out = connect(url, log);
  const inward = connect(url, log);
  const send = (to: string, text: string) => void out.publish(to, text).catch(() => {});
  const act = async (text: string): Promise<void> => {
    const [from = '', number = '', id = '', head = '', since = '', only = ''] = text.split(' ');
    const about = { ...(head && { head }), ...(since && { since }), ...(only && { only }) };
    const changed = from === self ? null : changedIn(id, about);
    if (!changed) return;
    await listener(changed);
    send(answersTo(from), `${number} ${self}`);
  };
  const hearAnswer = (text: string): void => {
    const [number = '', instance = ''] = text.split(' ');
    asked.get(number)?.(instance);
  };
  const hearLook = (text: string): void => {
    const [from, requestId, memberId] = text.split(' ');
    if (from !== self && requestId && memberId) lookListener({ requestId, memberId });
  };
  inward.on('ready', () => {
    inward
      .subscribe(channel, looking, answersTo(self))
      .catch((error: unknown) => log.warn({ event: 'redis.not_subscribed', error }));
  });
  inward.on('message', (heardOn: string, text: string) => {
    if (heardOn === channel) act(text).catch(() => {});
    else if (heardOn === looking) hearLook(text);
    else hearAnswer(text);
  });
  return {
    tell(changed) {
      const number = String((told += 1));
      const acted = new Set<string>();
      let answered = Promise.withResolvers<void>();
      asked.set(number, (instance) => {
        acted.add(instance);
        answered.resolve();
        answered = Promise.withResolvers();
      });
      send(channel, `${self} ${number} ${textOf(changed)}`);
      return {
        acted,
        next: async () => await answered.promise,
        [Symbol.dispose]: () => void asked.delete(number),
      };
    },
    onChange: (given) => void (listener = given),
    tellLook: ({ requestId, memberId }) => send(looking, `${self} ${requestId} ${memberId}`),
    onLook: (given) => void (lookListener = given),
    async [Symbol.asyncDispose]() {
      out.disconnect();
      inward.disconnect();
    },
  };
}

const lost =
  'Redis does not answer at REDIS_URL. Until it does, processes learn of changes from the database within two ' +
  'seconds, and each counts limits alone.';

function connect(url: string, log: Log): Redis {
  return connectRedis({
    url,
    commandTimeoutMs: 5000,
    onTurn(isThere, error) {
      if (isThere) log.info({ event: 'redis.connected' });
      else log.warn({ event: 'redis.lost', note: lost, error });
    },
  });
}

function textOf(changed: Changed): string {
  if ('personId' in changed) return changed.personId;
  const { workspaceId, head = '', since = '', only = '' } = changed;
  return `${workspaceId} ${head} ${since} ${only}`.trimEnd();
}
