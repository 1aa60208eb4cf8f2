import type { QueryBuilder } from 'objection';
import type { ApiKey } from '../../../db/models/api-key.ts';
import { grantingStatuses } from '../../../db/models/production-access.ts';
import { dateOf } from '../../values/time.ts';
import type { EffectiveStatus } from './rules.ts';

/** Restricts a query to keys with these effective statuses, by the rule of the field `effectiveStatus`. */
export function whereEffectiveStatus(
  query: QueryBuilder<ApiKey>,
  statuses: readonly EffectiveStatus[],
  now: Date,
): void {
  void query.whereRaw(
    `(select case
        when api_key.status = 'REVOKED' then 'REVOKED'
        when api_key.expires_on < ? or api_key.retires_at <= ? then 'EXPIRED'
        when application.status <> 'ACTIVE' then 'BLOCKED'
        when api_key.environment = 'SANDBOX' then 'ACTIVE'
        when access.live_grant is null or access.live_grant is distinct from api_key.live_grant
          or application.restores is distinct from api_key.restores
          or workspace.restores is distinct from api_key.workspace_restores then 'REVOKED'
        when access.status = any (?) then 'ACTIVE'
        else 'BLOCKED'
      end
      from application
        join workspace on workspace.id = application.workspace_id
        left join production_access access on access.application_id = application.id
      where application.id = api_key.application_id) = any (?)`,
    [dateOf(now), now, [...grantingStatuses], [...statuses]],
  );
}

/** Restricts a query to keys without a call since the time, which are older than it. */
export function whereUnusedSince(query: QueryBuilder<ApiKey>, since: Date): void {
  void query.where('apiKey.createdAt', '<', since).whereRaw(
    `not exists (
       select 1 from api_key_use used where used.id = api_key.id and used.last_used_at >= ?
     )`,
    [since],
  );
}
