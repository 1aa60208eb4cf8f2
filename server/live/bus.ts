import type { Redis } from 'ioredis';
import { changedIn } from '../../schema/kernel/changes.ts';
import type { Changed } from '../../schema/kernel/ports/feed.ts';
import type { Log } from '../../schema/kernel/ports/log.ts';
import { connectRedis } from '../redis.ts';

/** Signals commits to other instances. After a lost signal, they find the commit themselves in a second. */
export interface Bus extends AsyncDisposable {
  tell(changed: Changed): Telling;
  /** Sets the only listener. A change is handled when the listener resolves, but not when it throws. */
  onChange(listener: (changed: Changed) => Promise<void>): void;
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
  return { tell: () => unheard, onChange: () => {}, [Symbol.asyncDispose]: async () => {} };
}

const nobody = async (_changed: Changed): Promise<void> => {};

interface Options {
  url: string;
  /** The installation's id. */
  name: string;
  /** The id of this instance in its lease. */
  self: string;
  log: Log;
}

/**
 * Uses Redis channels of this installation: one for all signals, and one per instance for the answers to its
 * signals. Nothing waits for Redis alone.
 */
export function createRedisBus({ url, name, self, log }: Options): Bus {
  const channel = `sallyport:${name}:changed`;
  const answersTo = (instance: string) => `sallyport:${name}:acted:${instance}`;
  const asked = new Map<string, (instance: string) => void>();
  let told = 0;
  let listener = nobody;
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
  inward.on('ready', () => {
    inward
      .subscribe(channel, answersTo(self))
      .catch((error: unknown) => log.warn({ event: 'redis.not_subscribed', error }));
  });
  inward.on('message', (heardOn: string, text: string) => {
    if (heardOn === channel) act(text).catch(() => {});
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
