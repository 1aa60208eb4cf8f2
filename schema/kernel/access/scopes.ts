import type { AuthFailure, AuthScopeFailureType } from '@pothos/plugin-scope-auth';
import type { Context } from '../context.ts';
import { refuse, scopeMissing, type Refusal } from '../../values/errors.ts';
import type { McpScope } from '../../../db/models/mcp-consent.ts';
import { canBeMember, type Caller } from './caller.ts';
import { deniedTo } from './denied.ts';
import { lacking, permits, type Holder, type Permission } from './permissions.ts';

/** Evaluates each scope that a field may declare from the caller alone, before any row is read. */
export function scopesOf({ caller }: Pick<Context, 'caller'>) {
  const holder = holderOf(caller);
  const can = (permission: Permission) => holder !== null && permits(holder, permission);
  return {
    public: true,
    known: canBeMember(caller),
    signedIn: caller.kind === 'PERSON',
    can,
    canEither: ([first, second]: readonly [Permission, Permission]) => can(first) || can(second),
    service: caller.kind === 'SERVICE',
    agent: (scope: McpScope) => caller.kind === 'MCP' && caller.scopes.includes(scope),
    sandboxKey: caller.kind === 'API_KEY' && caller.environment === 'SANDBOX',
    liveKey: caller.kind === 'API_KEY' && caller.environment === 'LIVE',
  };
}

function holderOf(caller: Caller): Holder | null {
  if (canBeMember(caller)) return caller.membership;
  return caller.kind === 'SUBSCRIBER_GROUP' ? { kind: caller.memberKind, role: caller.role } : null;
}

/** Returns the refusal that the caller reads for a failed scope. Spec §7. */
export function whyRefused({ caller }: Pick<Context, 'caller'>, failure: AuthFailure): Refusal {
  const { scope, parameter } = firstScope(failure);
  if (scope === 'sandboxKey')
    return refuse(
      'credential_missing',
      'This operation runs only over REST: /v1/sandbox with `Authorization: Bearer ak_sandbox_…`.',
    );
  if (scope === 'liveKey')
    return refuse(
      'credential_missing',
      'This operation runs only over REST: /v1/products with `Authorization: Bearer ak_live_…`.',
    );
  if (scope === 'agent')
    return caller.kind === 'MCP'
      ? scopeMissing([String(parameter)], caller.scopes)
      : refuse(
          'credential_missing',
          'This operation needs an MCP access token: use /mcp, or REST under /api/gateway/v1.',
        );
  if (scope === 'service')
    return refuse(
      'credential_missing',
      'This operation runs only over REST: POST /v1/keys/verify with a credential of SERVICE_CREDENTIALS.',
    );
  if (scope === 'signedIn' && caller.kind === 'AUTOMATION')
    return refuse('person_required', 'Only a signed-in person may do this. An automation has no session.');
  if (!canBeMember(caller))
    return refuse(
      'session_missing',
      'This operation needs a session: `Authorization: Bearer <ACCESS_TOKEN>` from sign-in.',
    );
  if (!caller.membership) return deniedTo(caller);
  const [permission] = [parameter].flat() as [Permission];
  return lacking(caller.membership, permission);
}

function firstScope(failure: AuthFailure): { scope: string; parameter?: unknown } {
  if ('failures' in failure && failure.failures[0]) return firstScope(failure.failures[0]);
  const kind: `${AuthScopeFailureType}` = failure.kind;
  if (kind === 'AuthScope' && 'parameter' in failure) return failure;
  throw new Error(`A field was refused for a reason without words: ${kind}.`);
}
