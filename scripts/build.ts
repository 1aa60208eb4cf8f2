// `npm run build`, which `npm start` runs first: builds the server and the console where their sources have changed.
import { buildConsole } from './build/console.ts';
import { buildServer } from './build/server.ts';

await buildServer();
if (process.env['CONSOLE'] !== 'off') await buildConsole();
