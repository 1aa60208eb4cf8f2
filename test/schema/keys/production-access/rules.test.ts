import { describe, expect, it } from 'vitest';
import { ProductionAccess, type ProductionAccessStatus } from '../../../../db/models/production-access.ts';
import { refusalOf } from '../../../../schema/values/errors.ts';
import { assertNotWaiting, nextAccess } from '../../../../schema/keys/production-access/rules.ts';

function refusalFor(status: ProductionAccessStatus, liveGrant: number | null) {
  try {
    nextAccess({ status, liveGrant }, 'suspend');
    return null;
  } catch (error) {
    return refusalOf(error);
  }
}

describe('the allowed actions of production access', () => {
  it.each([
    ['SUBMITTED', []],
    ['CHANGES_REQUESTED', ['resubmit']],
    ['REJECTED', ['request']],
    ['WITHDRAWN', ['request']],
    ['EXPIRED', ['request']],
    ['REVOKED', ['request']],
  ] as const)('include no revocation while nothing is granted: %s', (status, allowed) => {
    const refusal = refusalFor(status, null);

    expect(refusal?.details.transition).toEqual({ from: status, action: 'suspend', allowed });
    expect(refusal?.message).not.toMatch(/can be .*revoked/);
  });

  it.each(['SUBMITTED', 'CHANGES_REQUESTED', 'REJECTED', 'WITHDRAWN', 'EXPIRED', 'SUSPENDED'] as const)(
    'include a revocation once it was approved, whatever followed: %s',
    (status) => {
      expect(nextAccess({ status, liveGrant: 1 }, 'revoke')).toBe('REVOKED');
      expect(() => nextAccess({ status, liveGrant: null }, 'revoke')).toThrow('cannot be revoked');
    },
  );

  it('include canceling the request while it waits for a decision', () => {
    const access = ProductionAccess.fromJson({ status: 'SUBMITTED', approvalRequestId: 'apr_1' });
    const transition = { from: 'SUBMITTED', action: 'request', allowed: ['cancel'] };

    expect(() => assertNotWaiting(access, 'request')).toThrow(
      expect.objectContaining({
        code: 'invalid_transition',
        details: expect.objectContaining({ transition }),
      }),
    );
  });
});
