import { once } from 'node:events';
import { connect } from 'node:net';

export const redisUrl = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379';

const { hostname, port } = new URL(redisUrl);
export const redisAddress = { host: hostname, port: Number(port || 6379) };

/** Returns why there is no Redis for tests, for skipping them; undefined if there is one. */
export async function whyNoRedis(): Promise<string | undefined> {
  const socket = connect(redisAddress);
  socket.setTimeout(3000, () => socket.destroy(new Error('it does not answer')));
  try {
    await once(socket, 'connect');
    return undefined;
  } catch (error) {
    const { host, port: at } = redisAddress;
    return `Redis at ${host}:${at} was left out, since it cannot be reached: ${String(error)}`;
  } finally {
    socket.destroy();
  }
}
