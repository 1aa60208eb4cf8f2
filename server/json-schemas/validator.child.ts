// This process validates values by external schemas; a validation that takes too long ends with it.
import type { Finding } from '../../schema/values/errors.ts';
import type { ForeignSchema } from '../../schema/kernel/ports/json-schemas.ts';
import { createValidator } from './validator.ts';

export interface Validated {
  /** Null if the schema is not valid. */
  findings: Finding[] | null;
}

if (!process.send) throw new Error('server/json-schemas/validator.child.ts runs as a child process only.');

const validate = createValidator();

process.on('message', ({ schema, value }: { schema: ForeignSchema; value: unknown }) => {
  process.send?.(answer(schema, value));
});
process.send('ready');

function answer(schema: ForeignSchema, value: unknown): Validated {
  try {
    return { findings: validate(schema, value) };
  } catch {
    return { findings: null };
  }
}
