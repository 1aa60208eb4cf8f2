import { workspaceStatuses, type Workspace } from '../../../db/models/workspace.ts';
import { builder } from '../../kernel/builder.ts';

const WorkspaceStatusEnum = builder.enumType('WorkspaceStatus', { values: workspaceStatuses });

export const WorkspaceType = builder.objectRef<Workspace>('Workspace').implement({
  description: 'Where members, applications and their keys belong.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    slug: t.exposeString('slug', { description: 'A readable name that is unique and never changes.' }),
    status: t.expose('status', { type: WorkspaceStatusEnum }),
    requiresIndependentApprovers: t.exposeBoolean('requiresIndependentApprovers', {
      description:
        'Whether only approvers decide whom nobody behind the request let in. Without it, others decide where no ' +
        'independent approver could.',
    }),
    deletingSince: t.expose('deletingSince', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when its deletion is approved.',
    }),
    shredsAt: t.expose('shredsAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'Until when it can be restored; then its key is destroyed, and what is sealed under it with it.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    rowVersion: t.exposeInt('rowVersion'),
  }),
});
