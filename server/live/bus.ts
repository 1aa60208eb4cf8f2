import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { kindOfId } from '../../schema/id.ts';
import type { Changed, Log } from '../../schema/ports.ts';

/** Tells the other instances that something was committed. What it loses, they find by themselves within a second. */
export interface Bus extends AsyncDisposable {
  tell(changed: Changed): void;
  onTold(listener: (changed: Changed) => void): void;
}

/** For one instance alone. */
export function createLocalBus(): Bus {
  return { tell: () => {}, onTold: () => {}, [Symbol.asyncDispose]: async () => {} };
}

/** Over Redis, on a channel of this installation's own. Whether Redis is there or not, nothing waits for it. */
export function createRedisBus({ url, name, log }: { url: string; name: string; log: Log }): Bus {
  const channel = `sallyport:${name}:changed`;
  const self = randomUUID();
  const listeners: ((changed: Changed) => void)[] = [];
  const out = connect(url, log);
  const inward = connect(url, log);
  inward.on('ready', () => {
    inward.subscribe(channel).catch((error: unknown) => log.warn({ event: 'redis.not_heard', error }));
  });
  inward.on('message', (_channel: string, text: string) => {
    const [from, id = ''] = text.split(' ');
    const changed = from === self ? null : changedBy(id);
    if (changed) for (const listener of listeners) listener(changed);
  });
  return {
    tell: (changed) => void out.publish(channel, `${self} ${Object.values(changed).join()}`).catch(() => {}),
    onTold: (listener) => void listeners.push(listener),
    async [Symbol.asyncDispose]() {
      out.disconnect();
      inward.disconnect();
    },
  };
}

// A message that cannot go now is worth nothing later, so none is kept; the connection comes back by itself.
function connect(url: string, log: Log): Redis {
  let wasThere: boolean | null = null;
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    autoResubscribe: false,
    connectTimeout: 5000,
    commandTimeout: 5000,
    maxRetriesPerRequest: 0,
    retryStrategy: (times) => Math.min(times * 100, 1000),
  });
  const turn = (isThere: boolean, error: unknown = null) => {
    if (wasThere === isThere) return;
    wasThere = isThere;
    if (isThere) log.info({ event: 'redis.connected' });
    else log.warn({ event: 'redis.lost', error });
  };
  redis.on('ready', () => turn(true));
  redis.on('error', (error) => turn(false, error));
  return redis;
}

function changedBy(id: string): Changed | null {
  const kind = kindOfId(id);
  if (kind === 'workspace') return { workspaceId: id };
  return kind === 'person' ? { personId: id } : null;
}
