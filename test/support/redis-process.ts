import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';

/** Returns why no Redis can be started here, for skipping tests; undefined if it can. */
export function whyNoRedisProcess(): string | undefined {
  const { error } = spawnSync('redis-server', ['--version']);
  return error && `Redis could not be killed, since there is no redis-server to start: ${error.message}`;
}

/** A Redis process that the test may kill and restart, and must kill at the end. */
export interface RedisProcess {
  url: string;
  start(): Promise<void>;
  /** Kills it with SIGKILL. */
  kill(): Promise<void>;
}

export async function redisProcess(port: number): Promise<RedisProcess> {
  let child: ChildProcess | undefined;
  const kill = async (): Promise<void> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  const it: RedisProcess = {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      const keepingNothing = ['--save', '', '--appendonly', 'no'];
      const given = ['--port', String(port), '--bind', '127.0.0.1', ...keepingNothing];
      child = spawn('redis-server', given, { stdio: 'ignore' });
      while (!(await answers(port))) if (child.exitCode !== null) throw new Error('Redis did not start.');
    },
    kill,
  };
  await it.start();
  return it;
}

async function answers(port: number): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port });
  const isThere = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isThere;
}
