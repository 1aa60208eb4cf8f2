import type { Adapter } from 'oidc-provider';
import type { Context } from '../../schema/kernel/context.ts';
import { refusalOf } from '../../schema/values/errors.ts';
import type { SurfacePorts } from '../http/surface.ts';

/**
 * How the library is asked to revoke an access token that a person had consented to: it takes no JWT there, and finds this by
 * the adapter below. One that a credential got for itself goes as it is, and is refused: it ends with the credential.
 */
export function nameOfAccessToken({ mcpTokens }: Pick<Context, 'mcpTokens'>, token: string): string {
  return mcpTokens.isOfGrant(token) ? Buffer.from(token).toString('base64url') : token;
}

/** Access tokens, which nobody keeps: what one is stands in it. With its grant it ends. */
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
        // RFC 7009 §2.2: what is no token any more has nothing to be revoked.
        if (refusalOf(error)) return undefined;
        throw error;
      }
    },
  };
}
