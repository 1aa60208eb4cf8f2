import type { QueryBuilder } from 'objection';
import { ApiKey } from '../../../db/models/api-key.ts';
import { grantingStatuses } from '../../../db/models/production-access.ts';
import type { Context } from '../../kernel/context.ts';
import { dateOf } from '../../values/time.ts';

/** Returns a query for the keys with the effective status ACTIVE, by the rules of `isExpired` and `liveStop`. */
export function workingKeys(ctx: Context): QueryBuilder<ApiKey> {
  const now = ctx.clock.now();
  return ApiKey.inWorkspace(ctx)
    .join('application', 'application.id', 'apiKey.applicationId')
    .join('workspace', 'workspace.id', 'apiKey.workspaceId')
    .leftJoin('productionAccess', 'productionAccess.applicationId', 'apiKey.applicationId')
    .where({ 'apiKey.status': 'ACTIVE', 'application.status': 'ACTIVE' })
    .where((any) => void any.whereNull('apiKey.expiresOn').orWhere('apiKey.expiresOn', '>=', dateOf(now)))
    .where((any) => void any.whereNull('apiKey.retiresAt').orWhere('apiKey.retiresAt', '>', now))
    .where((any) => void any.where('apiKey.environment', 'SANDBOX').orWhere(isGranted));
}

function isGranted(query: QueryBuilder<ApiKey>): void {
  void query
    .whereIn('productionAccess.status', [...grantingStatuses])
    .whereColumn('apiKey.liveGrant', 'productionAccess.liveGrant')
    .whereColumn('apiKey.restores', 'application.restores')
    .whereColumn('apiKey.workspaceRestores', 'workspace.restores');
}
