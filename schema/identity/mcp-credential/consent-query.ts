import { builder } from '../../kernel/builder.ts';
import { pageCost, pageOf } from '../../kernel/page.ts';
import { McpConsentType } from './consent-type.ts';
import { ownConsents } from './consents.ts';

builder.queryField('mcpConsents', (t) =>
  t.connection({
    type: McpConsentType,
    nullable: true,
    description:
      'What the caller has consented to and what still holds, in all workspaces that are served to their session, oldest ' +
      'first. One’s own alone; it needs no permission.',
    authScopes: { signedIn: true },
    complexity: pageCost,
    resolve: async (_root, args, ctx) => await pageOf(ownConsents(ctx), args),
  }),
);
