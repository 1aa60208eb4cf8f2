import { UniqueViolationError } from 'objection';
import { Project } from '../../../db/models/project.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { notFound, refuse } from '../../values/errors.ts';
import { atVersion } from '../../kernel/row-version.ts';

/** Locks the project until the end of the transaction. Throws `not_found` or `version_conflict`. */
export async function lockProject(tx: TransactionContext, id: string): Promise<Project> {
  const project = await Project.inWorkspace(tx).findById(id).forNoKeyUpdate();
  if (!project) throw notFound(tx, 'project');
  return atVersion(tx, project);
}

/** Writes a name that is unique among the workspace's projects. Throws `name_taken`. */
export async function withFreeName(write: () => Promise<Project>): Promise<Project> {
  try {
    return await write();
  } catch (cause) {
    if (!(cause instanceof UniqueViolationError)) throw cause;
    throw refuse('name_taken', 'The workspace already has a project with this name. Choose another name.', {
      cause,
    });
  }
}
