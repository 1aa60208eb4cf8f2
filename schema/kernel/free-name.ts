import { UniqueViolationError } from 'objection';
import { refuse } from '../values/errors.ts';

/** Writes a row whose name is unique in its workspace, or in its project. Throws `name_taken`. */
export async function withFreeName<Row>(
  row: `a ${string}` | `an ${string}`,
  write: () => Promise<Row>,
  { place = 'workspace', part = 'name' }: { place?: 'workspace' | 'project'; part?: 'name' | 'slug' } = {},
): Promise<Row> {
  try {
    return await write();
  } catch (cause) {
    if (!(cause instanceof UniqueViolationError)) throw cause;
    throw refuse('name_taken', `The ${place} already has ${row} with this ${part}. Choose another ${part}.`, {
      cause,
    });
  }
}
