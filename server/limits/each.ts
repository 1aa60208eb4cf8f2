import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Allowance } from '../../schema/kernel/ports/limiter.ts';
import { allowanceOf, type Counts, type Limit } from './limit.ts';

/** Where several instances store their counts. */
export interface Keeper {
  redis: Redis;
  /** The prefix of each key. */
  prefix: string;
}

/**
 * Counts rare events that must be exact, such as wrong passwords. Each one goes through Redis, if there is
 * one, so that the quota holds over all instances. While Redis is away, each instance counts separately.
 */
export function countEach(limit: Limit, keeper: Keeper | null): Counts {
  const options = { points: limit.quota, duration: limit.windowSeconds };
  const here = new RateLimiterMemory(options);
  const limiter = keeper
    ? new RateLimiterRedis({
        ...options,
        storeClient: keeper.redis,
        keyPrefix: `${keeper.prefix}${limit.name}`,
        insuranceLimiter: here,
        rejectIfRedisNotReady: true,
      })
    : here;
  return {
    async take(subject, count) {
      try {
        return standing(limit, await limiter.consume(subject, count), false);
      } catch (result) {
        if (result instanceof RateLimiterRes) return standing(limit, result, true);
        throw result;
      }
    },
    async giveBack(subject) {
      await limiter.reward(subject, 1);
    },
    async clear(subject) {
      await limiter.delete(subject);
    },
  };
}

function standing(limit: Limit, result: RateLimiterRes, exceeded: boolean): Allowance {
  return allowanceOf(limit, result.remainingPoints, result.msBeforeNext, exceeded);
}
