import type { AuthFailure, AuthScopeFailureType } from '@pothos/plugin-scope-auth';
import type { Role } from '../../db/models/member.ts';
import type { Context } from '../context.ts';
import { permissionRequired, refuse, workspaceAccessDenied, type Refusal } from '../errors.ts';
import type { Caller } from './caller.ts';
import { holds, type Permission } from './permissions.ts';

/** How each scope that a field may declare is judged; from the caller alone, before any row is read. */
export function scopesOf({ caller }: Context) {
  const role = roleOf(caller);
  const can = (permission: Permission) => role !== undefined && holds(role, permission);
  return {
    public: true,
    signedIn: caller.kind === 'PERSON',
    can,
    canEither: ([first, second]: readonly [Permission, Permission]) => can(first) || can(second),
    service: caller.kind === 'SERVICE',
    sandboxKey: caller.kind === 'API_KEY' && caller.environment === 'SANDBOX',
  };
}

function roleOf(caller: Caller): Role | undefined {
  if (caller.kind === 'PERSON') return caller.membership?.role;
  return caller.kind === 'AUDIENCE' ? caller.role : undefined;
}

/** Turns a failed scope into the refusal that the caller reads. Spec §7. */
export function whyRefused({ caller }: Context, failure: AuthFailure): Refusal {
  const { scope, parameter } = firstScope(failure);
  if (scope === 'sandboxKey')
    return refuse(
      'credential_missing',
      'This runs by REST alone, under /v1/sandbox with `Authorization: Bearer ak_sandbox_…`.',
    );
  if (scope === 'service')
    return refuse(
      'credential_missing',
      'This runs by REST alone: POST /v1/keys/verify with a credential of SERVICE_CREDENTIALS.',
    );
  if (caller.kind !== 'PERSON')
    return refuse(
      'session_missing',
      'This needs a session: `Authorization: Bearer <ACCESS_TOKEN>` from sign-in.',
    );
  if (!caller.membership) return workspaceAccessDenied();
  return permissionRequired(String(Array.isArray(parameter) ? parameter[0] : parameter));
}

function firstScope(failure: AuthFailure): { scope: string; parameter?: unknown } {
  if ('failures' in failure && failure.failures[0]) return firstScope(failure.failures[0]);
  const kind: `${AuthScopeFailureType}` = failure.kind;
  if (kind === 'AuthScope' && 'parameter' in failure) return failure;
  throw new Error(`A field was refused for a reason without words: ${kind}.`);
}
