import type { DescribedSchema } from '../../schema/kernel/ports/product-descriptions.ts';
import type { Reading } from './reading.ts';
import { bytesOf } from './schemas.ts';

/** The space for one operation, since the server reads it as one line. */
export interface Room {
  /** Returns the schema, or one that allows anything if there is no space for it. */
  schema(schema: DescribedSchema, pointer: string): DescribedSchema;
  /** Whether there is space for the value, which it then takes. */
  takes(value: unknown, pointer: string): boolean;
}

const maxBytes = 2 * 2 ** 20;

export function startRoom({ findings }: Reading): Room {
  let left = maxBytes;
  const takes = (value: unknown, pointer: string) => {
    const bytes = bytesOf(value);
    if (bytes <= left) {
      left -= bytes;
      return true;
    }
    findings.add(
      'operation_too_large',
      pointer,
      'The schemas and examples of the operation have more than 2 MiB; this one was left out.',
    );
    return false;
  };
  return { takes, schema: (schema, pointer) => (takes(schema, pointer) ? schema : {}) };
}
