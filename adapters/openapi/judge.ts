import type { DescribedSchema } from '../../schema/kernel/ports/product-descriptions.ts';
import { isObject } from '../../schema/values/foreign-values.ts';
import { createLinearAjv } from './linear-ajv.ts';
import type { Reading } from './reading.ts';
import { bytesOf } from './schemas.ts';

/** Tells whether a value conforms to a schema. */
export type Check = (value: unknown) => boolean;

/** Compiles the schemas of answers. */
export interface Judge {
  /** Returns null if the schema cannot be compiled, or if all schemas together are too large. */
  checkOf(schema: DescribedSchema): Check | null;
}

// Compiling takes about a second for each MiB.
const maxCompiledBytes = 4 * 2 ** 20;
const once = { optimize: false };

/** Compiles a definition once for all schemas that contain it unabridged, which is ten times faster. */
export function createJudge(reading: Reading): Judge {
  const shared = { $defs: {} as Record<string, unknown>, schemas: [] as unknown[] };
  const ajv = createLinearAjv(once).addSchema(shared, 'document');
  let left = maxCompiledBytes;

  const spend = (value: unknown) => (left -= bytesOf(value)) >= 0;
  const share = ({ $defs, ...schema }: DescribedSchema): Check | null => {
    for (const [name, definition] of Object.entries(isObject($defs) ? $defs : {})) {
      if (Object.hasOwn(shared.$defs, name)) continue;
      if (!spend(definition)) return null;
      shared.$defs[name] = definition;
    }
    if (!spend(schema)) return null;
    const index = shared.schemas.push(schema) - 1;
    return safely(ajv.getSchema(`document#/schemas/${index}`));
  };

  return {
    checkOf(schema) {
      try {
        if (isUnabridged(reading, schema)) return share(schema);
        return spend(schema) ? safely(createLinearAjv(once).compile(schema)) : null;
      } catch {
        // The compiler recurses, so a long chain of definitions can exceed its stack.
        return null;
      }
    },
  };
}

// A value can be nested deeper than the stack allows.
function safely(validate: ((value: unknown) => unknown) | undefined): Check | null {
  if (!validate) return null;
  return (value) => {
    try {
      return validate(value) === true;
    } catch {
      return false;
    }
  };
}

/** Whether each definition is there as the document has it; those beyond a limit allow anything. */
function isUnabridged({ names, definitions }: Reading, { $defs }: DescribedSchema): boolean {
  return Object.entries(isObject($defs) ? $defs : {}).every(([name, definition]) => {
    const whole = definitions.output.get(names.get(name) ?? '');
    return whole?.schema === definition;
  });
}
