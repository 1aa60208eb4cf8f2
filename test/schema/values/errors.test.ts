import { GraphQLError } from 'graphql';
import { describe, expect, it } from 'vitest';
import { errorTable, type ErrorCode } from '../../../schema/values/error-table.ts';
import {
  notFound,
  permissionRequired,
  refusalBody,
  refusalOf,
  refuse,
  sessionInvalid,
  validationFailed,
  workspaceAccessDenied,
} from '../../../schema/values/errors.ts';

const rows = Object.entries(errorTable) as [ErrorCode, readonly [number, string]][];

describe('the table of errors', () => {
  it.each(rows)('%s is in lower case, with an HTTP status and a title', (code, [status, title]) => {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect([400, 401, 403, 404, 405, 409, 410, 412, 413, 415, 422, 428, 429, 500, 502, 503, 504]).toContain(
      status,
    );
    expect(title).toMatch(/^[A-Z]/);
  });

  // oxfmt-ignore
  it.each<[ErrorCode, number]>([
    ['invalid_request', 400],
    ['invalid_cursor', 400],
    ['credential_in_url', 400],
    ['session_missing', 401],
    ['session_expired', 401],
    ['credential_missing', 401],
    ['credential_invalid', 401],
    ['key_revoked', 401],
    ['key_expired', 401],
    ['wrong_environment', 401],
    ['workspace_access_denied', 403],
    ['permission_required', 403],
    ['insufficient_scope', 403],
    ['production_access_required', 403],
    ['rank_too_low', 403],
    ['not_found', 404],
    ['invalid_transition', 409],
    ['last_owner', 409],
    ['name_taken', 409],
    ['limit_reached', 409],
    ['key_not_rotatable', 409],
    ['idempotency_in_progress', 409],
    ['payload_too_large', 413],
    ['unsupported_media_type', 415],
    ['validation_failed', 422],
    ['idempotency_key_reused', 422],
    ['expiry_out_of_range', 422],
    ['secret_in_settings', 422],
    ['secret_value_in_settings', 422],
    ['rate_limited', 429],
    ['too_many_attempts', 429],
    ['internal_error', 500],
    ['provider_error', 502],
    ['provider_unavailable', 503],
    ['provider_timeout', 504],
  ])('%s has the status %i', (code, status) => {
    expect(refuse(code, 'A sentence.').status).toBe(status);
  });
});

describe('spec §7: the documented sentences', () => {
  it('apply word for word to a caller who is no active member of the workspace', () => {
    expect(workspaceAccessDenied()).toMatchObject({
      status: 403,
      message: 'You do not have access to the requested workspace',
    });
  });

  it('spec §7: Workspace permission is required: <permission>, word for word, and the permission in its own member', () => {
    const refusal = permissionRequired('api_keys:create_live');

    expect(refusal).toMatchObject({
      status: 403,
      message: 'Workspace permission is required: api_keys:create_live',
    });
    expect(refusalBody(refusal, 'req_1')).toEqual({
      code: 'permission_required',
      status: 403,
      requestId: 'req_1',
      permission: 'api_keys:create_live',
    });
  });
});

describe('a refusal', () => {
  it('keeps its cause, its actor and its retry delay out of its body', () => {
    const actor = { kind: 'ANONYMOUS', id: 'x', personId: null } as const;
    const details = { cause: new Error('private'), actor, retryAfterSeconds: 9 };

    const body = refusalBody(refuse('too_many_attempts', 'Wait.', details), 'req_1');

    expect(body).toEqual({ code: 'too_many_attempts', status: 429, requestId: 'req_1' });
  });

  it('contains the move, the scope and the findings that caused it', () => {
    const transition = { from: 'ACTIVE', action: 'reactivate', allowed: ['suspend'] };
    const errors = [{ pointer: '/name', code: 'invalid', message: 'must not be empty' }];

    expect(refusalBody(refuse('invalid_transition', 'No.', { transition }), 'r')).toMatchObject({
      transition,
    });
    expect(refusalBody(refuse('insufficient_scope', 'No.', { scope: 'write' }), 'r')).toMatchObject({
      scope: 'write',
    });
    expect(refusalBody(validationFailed(errors), 'r')).toMatchObject({ errors });
  });

  it('contains the status of a provider, and whether the call may have taken effect', () => {
    const details = { providerStatus: 500, mayHaveTakenEffect: false };

    expect(refusalBody(refuse('provider_error', 'No.', details), 'r')).toEqual({
      code: 'provider_error',
      status: 502,
      requestId: 'r',
      ...details,
    });
  });

  it('is found inside a GraphQL error at any depth', () => {
    const refusal = notFound({ workspaceId: 'ws_1' });
    const wrapped = new GraphQLError('outer', {
      originalError: new GraphQLError('inner', { originalError: refusal }),
    });

    expect(refusalOf(wrapped)).toBe(refusal);
  });

  it.each([
    ['an error of ours', new Error('broken')],
    ['a GraphQL error of its own', new GraphQLError('Cannot query field')],
    ['nothing', undefined],
    ['a text', 'broken'],
    ['what only looks like one', { code: 'not_found', status: 404 }],
  ])('is not %s', (_what, error) => {
    expect(refusalOf(error)).toBeNull();
  });

  it('is the same for every invalid access token', () => {
    expect(sessionInvalid(new Error('expired key')).message).toBe(sessionInvalid().message);
  });

  it('names the first finding in its message', () => {
    expect(
      validationFailed([{ pointer: '/name', code: 'invalid', message: 'must not be empty' }]).message,
    ).toBe('The input is not valid: /name must not be empty.');
    expect(validationFailed([]).message).toBe('The input is not valid.');
  });
});
