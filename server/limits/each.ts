import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Allowance } from '../../schema/kernel/ports/limiter.ts';
import { allowanceOf, type Counts, type Limit } from './limit.ts';

/** Where the counts of several instances are kept. */
export interface Keeper {
  redis: Redis;
  /** Begins the name of each key. */
  prefix: string;
}

/**
 * Counts what is rare and has to be exact, such as wrong passwords: each one by Redis, where there is one, so that there are
 * no more over all instances than over one. While Redis is away each instance counts by itself.
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
