import { createRequire } from 'node:module';
import type * as ioredis from 'ioredis';
import type { Redis } from 'ioredis';

const require = createRequire(import.meta.url);

interface Options {
  url: string;
  /** How long a command waits for its answer. */
  commandTimeoutMs: number;
  /** Called when the connection opens or closes, and at first with its state. */
  onTurn: (isThere: boolean, error: unknown) => void;
}

/**
 * Connects to Redis and reconnects automatically. While Redis is away, commands fail immediately: sending
 * them later has no value.
 */
export function connectRedis({ url, commandTimeoutMs, onTurn }: Options): Redis {
  let wasThere: boolean | null = null;
  // Loaded only where there is a Redis, since the package takes a while to load.
  const library = require('ioredis') as typeof ioredis;
  const redis = new library.Redis(url, {
    enableOfflineQueue: false,
    autoResubscribe: false,
    connectTimeout: 5000,
    commandTimeout: commandTimeoutMs,
    maxRetriesPerRequest: 0,
    retryStrategy: (times) => Math.min(times * 100, 1000),
  });
  const turn = (isThere: boolean, error: unknown = null) => {
    if (wasThere === isThere) return;
    wasThere = isThere;
    onTurn(isThere, error);
  };
  redis.on('ready', () => turn(true));
  redis.on('error', (error) => turn(false, error));
  return redis;
}
