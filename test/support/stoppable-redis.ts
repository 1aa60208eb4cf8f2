import { proxyTo } from './proxy.ts';
import { redisAddress } from './redis.ts';

/** Redis as the servers see it, which the test stops and starts while the real one goes on. */
export async function stoppableRedis() {
  const proxy = await proxyTo(redisAddress);
  return {
    url: `redis://127.0.0.1:${proxy.port}`,
    /** How often the text was sent to it since it was last asked. */
    countOf: (text: string) => proxy.countOf(text),
    stop: () => proxy.cut(),
    start: () => proxy.mend(),
  };
}
