import { workspaceStatuses, type Workspace } from '../../db/models/workspace.ts';
import { builder } from '../builder.ts';

const WorkspaceStatusEnum = builder.enumType('WorkspaceStatus', { values: workspaceStatuses });

export const WorkspaceType = builder.objectRef<Workspace>('Workspace').implement({
  description: 'Where members, applications and their keys belong.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    slug: t.exposeString('slug', { description: 'A readable name that is unique and never changes.' }),
    status: t.expose('status', { type: WorkspaceStatusEnum }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    rowVersion: t.exposeInt('rowVersion'),
  }),
});
