// The thread in which values are judged by schemas of other people: what takes too long there is ended with it.
import { parentPort } from 'node:worker_threads';
import type { Finding } from '../../schema/errors.ts';
import type { ForeignSchema } from '../../schema/outside.ts';
import { createJudge } from './judge.ts';

export interface Judged {
  /** Null where the schema is none. */
  findings: Finding[] | null;
}

const port = parentPort;
if (!port) throw new Error('server/json-schemas/worker.ts runs as a worker thread only.');

const judge = createJudge();

port.on('message', ({ schema, value }: { schema: ForeignSchema; value: unknown }) => {
  port.postMessage(answer(schema, value));
});
port.postMessage('ready');

function answer(schema: ForeignSchema, value: unknown): Judged {
  try {
    return { findings: judge(schema, value) };
  } catch {
    return { findings: null };
  }
}
