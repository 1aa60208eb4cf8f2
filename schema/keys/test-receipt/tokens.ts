import { JWTExpired } from 'jose/errors';
import type { ReceiptClaims, ReceiptTokens } from '../../kernel/ports/tokens.ts';
import type { KeyRing } from '../../identity/session/key-ring.ts';

// RFC 8725 §3.11: a separate type, so that a receipt passes for no other token.
export const receiptTokenType = 'sandbox-receipt+jwt';

/** The receipts of the sandbox, which anybody can verify with `/.well-known/jwks.json`. */
export function createReceiptTokens(ring: KeyRing): ReceiptTokens {
  return {
    sign: async (claims, now) => await ring.signProof(receiptTokenType, { ...claims }, now),
    async verify(token, now) {
      try {
        const claims = await ring.verifyProof(receiptTokenType, token, now);
        return { claims: claimsOf(claims), why: null };
      } catch (error) {
        // jose checks the signature before the times.
        if (error instanceof JWTExpired) return { claims: claimsOf(error.payload), why: 'EXPIRED' };
        return { claims: null, why: 'FORGED' };
      }
    },
  };
}

// Only `sign` makes tokens of this type.
function claimsOf(payload: object): ReceiptClaims {
  return payload as ReceiptClaims;
}
