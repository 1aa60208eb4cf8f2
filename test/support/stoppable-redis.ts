import { proxyTo } from './proxy.ts';
import { redisAddress } from './redis.ts';

/** A Redis that the test can stop and start for the servers, while the real one keeps running. */
export async function stoppableRedis() {
  const proxy = await proxyTo(redisAddress);
  return {
    url: `redis://127.0.0.1:${proxy.port}`,
    /** Returns how often the text was sent to it since the last call. */
    countOf: (text: string) => proxy.countOf(text),
    stop: () => proxy.cut(),
    start: () => proxy.mend(),
  };
}
