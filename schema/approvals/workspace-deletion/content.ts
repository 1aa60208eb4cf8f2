import { Application } from '../../../db/models/application.ts';
import { ProductionAccess, grantingStatuses } from '../../../db/models/production-access.ts';
import { Project } from '../../../db/models/project.ts';
import { Workspace } from '../../../db/models/workspace.ts';
import type { TransactionContext } from '../../kernel/context.ts';

interface Part {
  id: string;
  name: string;
}

/** The content that a deletion destroys, as the approvers read it. */
export interface Content {
  name: string;
  slug: string;
  /** The applications that are not deleted; `isLive` means with production access. */
  applications: (Part & { isLive: boolean })[];
  projects: Part[];
}

export async function contentOf(tx: TransactionContext, workspaceId: string): Promise<Content> {
  const { name, slug } = await Workspace.query(tx.knex).findById(workspaceId).throwIfNotFound();
  const applications = await Application.inWorkspace(tx).whereNot({ status: 'DELETED' }).orderBy('id');
  const projects = await Project.inWorkspace(tx).where({ status: 'ACTIVE' }).orderBy('id');
  const approved = await ProductionAccess.inWorkspace(tx).whereIn('status', [...grantingStatuses]);
  const live = new Set(approved.map(({ applicationId }) => applicationId));
  return {
    name,
    slug,
    applications: applications.map((it) => ({ id: it.id, name: it.name, isLive: live.has(it.id) })),
    projects: projects.map((it) => ({ id: it.id, name: it.name })),
  };
}

/**
 * Returns the part of the content that an approval is bound to: the workspace, its applications and projects,
 * and their production access. It omits keys, members and names, which change daily, although the deletion
 * destroys them too.
 */
export function boundOf({ name, slug, applications, projects }: Content) {
  return {
    name,
    slug,
    applications: applications.map(({ id, isLive }) => ({ id, isLive })),
    projects: projects.map(({ id }) => id),
  };
}
