// `npm run build`, which `npm start` runs first: builds the server and the console where their sources have changed.
// A worker needs no console: `scripts/build.ts server` builds the server alone.
import { buildConsole } from './build/console.ts';
import { buildServer } from './build/server.ts';

const isServerAlone = process.argv[2] === 'server';
try {
  await buildServer();
  if (!isServerAlone && process.env['CONSOLE'] !== 'off') await buildConsole();
} catch (error) {
  console.error(`The build failed: ${(error as Error).message}`);
  process.exitCode = 1;
}
