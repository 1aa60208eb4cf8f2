import { UniqueViolationError } from 'objection';
import type { Connection } from '../../../db/models/connection.ts';
import { refuse } from '../../values/errors.ts';

/** Writes a name that is unique among the project's connections. Throws `name_taken`. */
export async function withFreeName(write: () => Promise<Connection>): Promise<Connection> {
  try {
    return await write();
  } catch (cause) {
    if (!(cause instanceof UniqueViolationError)) throw cause;
    throw refuse('name_taken', 'The project already has a connection with this name. Choose another name.', {
      cause,
    });
  }
}
