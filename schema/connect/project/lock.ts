import { Project } from '../../../db/models/project.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { notFound } from '../../values/errors.ts';
import { atVersion } from '../../kernel/row-version.ts';

/** Locks the project until the end of the transaction. Throws `not_found` or `version_conflict`. */
export async function lockProject(tx: TransactionContext, id: string): Promise<Project> {
  const project = await Project.inWorkspace(tx).findById(id).forNoKeyUpdate();
  if (!project) throw notFound(tx, 'project');
  return atVersion(tx, project);
}
