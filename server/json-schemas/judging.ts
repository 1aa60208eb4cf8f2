// The process in which values are judged by schemas of other people: what takes too long there is ended with it.
import type { Finding } from '../../schema/values/errors.ts';
import type { ForeignSchema } from '../../schema/kernel/outside.ts';
import { createJudge } from './judge.ts';

export interface Judged {
  /** Null where the schema is none. */
  findings: Finding[] | null;
}

if (!process.send) throw new Error('server/json-schemas/judging.ts runs as a child process only.');

const judge = createJudge();

process.on('message', ({ schema, value }: { schema: ForeignSchema; value: unknown }) => {
  process.send?.(answer(schema, value));
});
process.send('ready');

function answer(schema: ForeignSchema, value: unknown): Judged {
  try {
    return { findings: judge(schema, value) };
  } catch {
    return { findings: null };
  }
}
