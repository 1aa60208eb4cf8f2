import { ApiKey } from '../../../db/models/api-key.ts';
import { builder } from '../../kernel/builder.ts';
import { notFound } from '../../values/errors.ts';
import { pageCost, pageOf } from '../../kernel/page.ts';
import { ApiKeyType } from './type.ts';
import { findApplication } from '../application/find.ts';

builder.queryField('apiKeys', (t) =>
  t.connection({
    type: ApiKeyType,
    nullable: true,
    description: 'The keys of an application or of the whole workspace, oldest first. Needs `api_keys:read`.',
    args: { applicationId: t.arg.id({ description: 'Without it, the keys of every application.' }) },
    authScopes: { can: 'api_keys:read' },
    complexity: pageCost,
    resolve: async (_root, { applicationId, ...args }, ctx) => {
      const query = ApiKey.inWorkspace(ctx);
      if (!applicationId) return await pageOf(query, args);
      await findApplication(ctx, applicationId);
      return await pageOf(query.where({ applicationId }), args);
    },
  }),
);

builder.queryField('apiKey', (t) =>
  t.field({
    type: ApiKeyType,
    nullable: true,
    description: 'One key. Needs `api_keys:read`.',
    args: {
      id: t.arg.id({ required: true }),
      applicationId: t.arg.id({
        description: 'If set, the key must belong to this application; otherwise `not_found`.',
      }),
    },
    authScopes: { can: 'api_keys:read' },
    resolve: async (_root, { id, applicationId }, ctx) => {
      const key = await ApiKey.inWorkspace(ctx).findById(id);
      if (!key || (applicationId && key.applicationId !== applicationId)) throw notFound(ctx, 'API key');
      return key;
    },
  }),
);
