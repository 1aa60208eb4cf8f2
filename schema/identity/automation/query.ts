import { AutomationCredential } from '../../../db/models/automation-credential.ts';
import { builder } from '../../kernel/builder.ts';
import { notFound } from '../../values/errors.ts';
import { pageCost, pageOf } from '../../kernel/page.ts';
import { AutomationCredentialType } from './credential-type.ts';
import { presentAutomations } from './lock.ts';
import { AutomationType } from './type.ts';

builder.queryField('automations', (t) =>
  t.connection({
    type: AutomationType,
    nullable: true,
    description: 'Automations of the workspace, oldest first, without removed ones. Needs `members:read`.',
    authScopes: { can: 'members:read' },
    complexity: pageCost,
    resolve: async (_root, args, ctx) => await pageOf(presentAutomations(ctx), args),
  }),
);

builder.queryField('automation', (t) =>
  t.field({
    type: AutomationType,
    nullable: true,
    description: 'One automation. Needs `members:read`.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: { can: 'members:read' },
    resolve: async (_root, { id }, ctx) => {
      const automation = await presentAutomations(ctx).findById(id);
      if (!automation) throw notFound(ctx, 'automation');
      return automation;
    },
  }),
);

builder.queryField('automationCredentials', (t) =>
  t.connection({
    type: AutomationCredentialType,
    nullable: true,
    description:
      'The credentials of an automation, oldest first, including revoked ones. Needs `sessions:revoke`, like ' +
      'revoking them.',
    args: { automationId: t.arg.id({ required: true }) },
    authScopes: { can: 'sessions:revoke' },
    complexity: pageCost,
    resolve: async (_root, { automationId, ...args }, ctx) => {
      if (!(await presentAutomations(ctx).findById(automationId))) throw notFound(ctx, 'automation');
      return await pageOf(AutomationCredential.inWorkspace(ctx).where({ automationId }), args);
    },
  }),
);
