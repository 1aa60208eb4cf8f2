import { Application } from '../../../db/models/application.ts';
import { ProductionAccess, grantingStatuses } from '../../../db/models/production-access.ts';
import { Project } from '../../../db/models/project.ts';
import { Workspace } from '../../../db/models/workspace.ts';
import type { TransactionContext } from '../../kernel/context.ts';

interface Part {
  id: string;
  name: string;
}

/** What a deletion takes along, as who decides reads it. */
export interface Content {
  name: string;
  slug: string;
  /** Those that are not deleted themselves; `isLive` with production access. */
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
 * What an approval is bound to: which workspace it is, what stands in it and what of that serves live traffic. Not its
 * keys, members and their names, which change from day to day and are none the less gone with it.
 */
export function boundOf({ name, slug, applications, projects }: Content) {
  return {
    name,
    slug,
    applications: applications.map(({ id, isLive }) => ({ id, isLive })),
    projects: projects.map(({ id }) => id),
  };
}
