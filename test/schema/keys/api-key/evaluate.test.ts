import { describe, expect, it } from 'vitest';
import { workspaceStatuses } from '../../../../db/models/workspace.ts';
import { refusalOf } from '../../../../schema/values/errors.ts';
import { evaluateApiKey, type ApiKeySnapshot } from '../../../../schema/keys/api-key/snapshot.ts';

const now = new Date('2026-11-20T12:00:00Z');
const good = {
  id: 'key_1',
  applicationId: 'app_1',
  workspaceId: 'ws_1',
  environment: 'SANDBOX',
  scopes: ['read'],
  seenBy: [],
  status: 'ACTIVE',
  expiresOn: null,
  succeededAt: null,
  retiresAt: null,
  applicationStatus: 'ACTIVE',
  workspaceStatus: 'ACTIVE',
} as unknown as ApiKeySnapshot;

const codeOf = (change: object, environment: 'SANDBOX' | 'LIVE' = 'SANDBOX') => {
  try {
    return evaluateApiKey({ ...good, ...change }, environment, now).kind;
  } catch (error) {
    return refusalOf(error)?.code;
  }
};

describe('a sandbox key', () => {
  // oxfmt-ignore
  it.each([
    ['that is active is good',                   {},                                             'API_KEY'],
    ['that was revoked is not',                  { status: 'REVOKED' },                          'key_revoked'],
    ['is not good on the day after its last',    { expiresOn: '2026-11-19' },                    'key_expired'],
    ['is good on its last day',                  { expiresOn: '2026-11-20' },                    'API_KEY'],
    ['is good before its successor takes over',  { retiresAt: new Date(now.getTime() + 1) },     'API_KEY'],
    ['is not good from that instant on',         { retiresAt: now },                             'key_expired'],
    ['of a suspended application is not good',   { applicationStatus: 'SUSPENDED' },             'application_suspended'],
    ['of a deleted application is not good',     { applicationStatus: 'DELETED' },               'application_deleted'],
    ['is not good where live keys are asked for', { environment: 'LIVE' },                       'wrong_environment'],
  ] as const)('%s', (_what, change, expected) => {
    expect(codeOf(change)).toBe(expected);
  });

  it.each(workspaceStatuses)('works only in an ACTIVE workspace: %s', (workspaceStatus) => {
    const isActive = workspaceStatus === 'ACTIVE';

    expect(codeOf({ workspaceStatus })).toBe(isActive ? 'API_KEY' : 'workspace_inactive');
  });
});
