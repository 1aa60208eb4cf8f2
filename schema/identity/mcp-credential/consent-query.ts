import { builder } from '../../kernel/builder.ts';
import { pageCost, pageOf } from '../../kernel/page.ts';
import { McpConsentType } from './consent-type.ts';
import { ownConsents } from './consents.ts';

builder.queryField('mcpConsents', (t) =>
  t.connection({
    type: McpConsentType,
    nullable: true,
    description:
      'The caller’s consents that are still active, in all workspaces that their session may use, oldest first. ' +
      'Needs no permission.',
    authScopes: { signedIn: true },
    complexity: pageCost,
    resolve: async (_root, args, ctx) => await pageOf(ownConsents(ctx), args),
  }),
);
