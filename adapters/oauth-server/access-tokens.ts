import type { Adapter } from 'oidc-provider';
import type { Context } from '../../schema/kernel/context.ts';
import { refusalOf } from '../../schema/values/errors.ts';
import type { SurfacePorts } from '../http/surface.ts';

/**
 * Returns the name by which the library looks up an access token to revoke it: it accepts no JWT there. A
 * token that a credential got for itself stays unchanged and is refused, since it ends with the credential.
 */
export function nameOfAccessToken({ mcpTokens }: Pick<Context, 'mcpTokens'>, token: string): string {
  return mcpTokens.isOfGrant(token) ? Buffer.from(token).toString('base64url') : token;
}

/** Returns the adapter for access tokens, which contain their own data and end with their grant. */
export function accessTokens({ mcpTokens, clock }: SurfacePorts, rest: Adapter): Adapter {
  return {
    ...rest,
    async find(name) {
      try {
        const token = Buffer.from(name, 'base64url').toString();
        const { grant, expiresAt } = await mcpTokens.verify(token, clock.now());
        if (!grant) return undefined;
        const { id: grantId, personId: accountId, client: clientId } = grant;
        const exp = Math.floor(expiresAt.getTime() / 1000);
        return { kind: 'AccessToken', jti: name, accountId, clientId, grantId, exp };
      } catch (error) {
        // RFC 7009 §2.2: there is nothing to revoke for an invalid token.
        if (refusalOf(error)) return undefined;
        throw error;
      }
    },
  };
}
