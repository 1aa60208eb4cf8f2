// The thread that holds PGlite: PostgreSQL wire messages in, wire messages out. A query keeps this thread
// busy and no other.
import { readFileSync } from 'node:fs';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import type { PgliteSource } from './thread.ts';

const port = parentPort;
if (!port) throw new Error('db/pglite/worker.ts runs as a worker thread only.');

const source = workerData as PgliteSource;
const pglite = await PGlite.create({
  ...('dataDir' in source
    ? { dataDir: source.dataDir }
    : { dataDir: 'memory://', loadDataDir: new Blob([readFileSync(source.image)]) }),
  extensions: { pg_trgm },
});

port.on('message', (message: MessagePort | 'close') => {
  if (message === 'close') void close();
  else message.on('message', (request: Uint8Array) => void answer(request, message));
});
port.postMessage('ready');

// A failure in here leaves PGlite in an unknown state: it is left uncaught, and ends the thread.
async function answer(request: Uint8Array, wire: MessagePort): Promise<void> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  // `execProtocolRaw` would parse each reply as well, and keep what it has parsed as long as PGlite is open.
  await pglite.execProtocolRawStream(request, { onRawData: (part) => parts.push(part.slice()) });
  for (const part of parts) wire.postMessage(part, [part.buffer]);
}

async function close(): Promise<void> {
  await pglite.close();
  port?.close();
}
