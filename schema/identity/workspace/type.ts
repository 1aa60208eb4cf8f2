import { workspaceStatuses, Workspace } from '../../../db/models/workspace.ts';
import { builder } from '../../kernel/builder.ts';
import { rowRef } from '../../kernel/row-type.ts';

const WorkspaceStatusEnum = builder.enumType('WorkspaceStatus', { values: workspaceStatuses });

export const WorkspaceType = rowRef<Workspace>(Workspace, 'Workspace').implement({
  description: 'The owner of members, applications and API keys.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    slug: t.exposeString('slug', { description: 'A readable, unique name that never changes.' }),
    status: t.expose('status', { type: WorkspaceStatusEnum }),
    requiresIndependentApprovers: t.exposeBoolean('requiresIndependentApprovers', {
      description:
        'Whether only independent approvers may decide. An approver is independent if no accountable person ' +
        'admitted them. If false, others decide when no independent approver can.',
    }),
    deletingSince: t.expose('deletingSince', {
      type: 'DateTime',
      nullable: true,
      description: 'When its deletion was approved.',
    }),
    shredsAt: t.expose('shredsAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'Until when it can be restored. Then the server destroys its key and all data sealed under it.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    rowVersion: t.exposeInt('rowVersion'),
  }),
});
