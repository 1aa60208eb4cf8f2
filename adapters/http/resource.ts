import type { FastifyInstance } from 'fastify';
import { metadataPath } from './challenge.ts';
import { refuseOtherMethods } from './other-methods.ts';

/** Serves the metadata of the protected resource (RFC 9728) at both paths where clients look. */
export function serveResource(app: FastifyInstance, baseUrl: string, scopes: readonly string[]): void {
  const metadata = {
    resource: `${baseUrl}/mcp`,
    authorization_servers: [`${baseUrl}/oauth`],
    scopes_supported: scopes,
    bearer_methods_supported: ['header'],
    resource_name: 'Sallyport',
  };
  for (const path of [metadataPath, '/.well-known/oauth-protected-resource']) {
    app.get(path, { schema: { hide: true } }, async (_request, reply) => await reply.send(metadata));
    refuseOtherMethods(app, path, ['GET']);
  }
}
