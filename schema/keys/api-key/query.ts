import { ApiKey } from '../../../db/models/api-key.ts';
import { builder } from '../../kernel/builder.ts';
import { EnvironmentEnum } from '../../kernel/environment.ts';
import { notFound } from '../../values/errors.ts';
import { pageCost, pageOf, totalCount } from '../../kernel/page.ts';
import { ApiKeyType, EffectiveStatusEnum } from './type.ts';
import { whereEffectiveStatus, whereUnusedSince } from './filters.ts';
import { findApplication } from '../application/find.ts';

builder.queryField('apiKeys', (t) =>
  t.connection(
    {
      type: ApiKeyType,
      nullable: true,
      description:
        'The keys of an application or of the whole workspace, oldest first. Needs `api_keys:read`.',
      args: {
        applicationId: t.arg.id({ description: 'Without it, the keys of every application.' }),
        environment: t.arg({ type: EnvironmentEnum, description: 'Only keys of this environment.' }),
        effectiveStatus: t.arg({
          type: [EffectiveStatusEnum],
          description: 'The effective statuses to list. By default all.',
        }),
        unusedSince: t.arg({
          type: 'DateTime',
          description:
            'Only keys that were created before this time and have had no call since. The server writes calls within ' +
            'about a second.',
        }),
      },
      authScopes: { can: 'api_keys:read' },
      complexity: pageCost,
      resolve: async (_root, { applicationId, environment, effectiveStatus, unusedSince, ...args }, ctx) => {
        const query = ApiKey.inWorkspace(ctx);
        if (environment) void query.where({ environment });
        if (effectiveStatus) whereEffectiveStatus(query, effectiveStatus, ctx.clock.now());
        if (unusedSince) whereUnusedSince(query, unusedSince);
        if (!applicationId) return await pageOf(query, args);
        await findApplication(ctx, applicationId);
        return await pageOf(query.where({ applicationId }), args);
      },
    },
    { fields: (f) => ({ totalCount: f.int(totalCount) }) },
  ),
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
