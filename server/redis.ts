import { Redis } from 'ioredis';

interface Options {
  url: string;
  /** How long an answer is waited for. */
  commandTimeoutMs: number;
  /** Told when it comes, when it goes, and at first what it is. */
  onTurn: (isThere: boolean, error: unknown) => void;
}

/**
 * A connection to Redis that comes back by itself. What cannot go now is worth nothing later, so nothing is kept for it:
 * while it is away a command fails at once.
 */
export function connectRedis({ url, commandTimeoutMs, onTurn }: Options): Redis {
  let wasThere: boolean | null = null;
  const redis = new Redis(url, {
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
