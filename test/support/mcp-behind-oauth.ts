import { startOidcProvider, type OidcProvider } from './oidc-provider.ts';
import { upstream, type Upstream } from './remote-world.ts';
import type { Kind } from './mcp-servers.ts';

const metadata = '/.well-known/oauth-protected-resource/mcp';

export interface BehindOAuth extends Upstream, AsyncDisposable {
  idp: OidcProvider;
  /** The challenge of its 401; its metadata is at the well-known path. */
  challenge: string;
  /** Returns how often it has rejected a caller. */
  refusals(): number;
}

/** Starts an MCP server that only admits callers with a token for it from an external OpenID provider. */
export async function mcpBehindOAuth(kind: Kind, redirectUri: string): Promise<BehindOAuth> {
  let resource = '';
  let refusals = 0;
  const idp = await startOidcProvider(redirectUri, (given) => given === resource);
  const said = { challenge: `Bearer scope="records:read"` };
  const remote = await upstream(kind, {
    gate: async (request) => {
      if (new URL(request.url).pathname === metadata)
        return Response.json({ resource, authorization_servers: [idp.issuer.origin] });
      const [, token = ''] = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '') ?? [];
      if ((await idp.audienceOf(token)) === resource) return null;
      refusals += 1;
      return new Response(null, { status: 401, headers: { 'www-authenticate': said.challenge } });
    },
  });
  resource = remote.server.url.href;
  return Object.assign(said, remote, {
    idp,
    refusals: () => refusals,
    [Symbol.asyncDispose]: async () => await idp[Symbol.asyncDispose](),
  });
}
