// `npm run dev`: the server, which restarts as its files change, and the console, which reloads as one types.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createServer } from 'vite';
import { loadConfig } from '../server/config/config.ts';
import { environment } from '../server/config/env.ts';

/** The paths of the server that the console calls. */
const paths = ['/graphql', '/api', '/v1', '/oauth'];

const { baseUrl } = loadConfig(environment());
const root = join(import.meta.dirname, '..');
const server = spawn(process.execPath, ['--watch', 'server/main.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, CONSOLE: 'off' },
});
const vite = await createServer({
  configFile: join(root, 'console/vite.config.ts'),
  server: {
    port: 4001,
    // Sockets and cookies need the origin of BASE_URL.
    proxy: Object.fromEntries(
      paths.map((path) => [path, { target: baseUrl, ws: path === '/graphql', headers: { origin: baseUrl } }]),
    ),
  },
});
await vite.listen();
vite.printUrls();
server.once('exit', (code) => {
  process.exitCode = code ?? 1;
  void vite.close();
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.kill(signal));
