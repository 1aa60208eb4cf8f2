import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { answerHeaders } from '../http/answer-headers.ts';
import { refuseOtherMethods } from '../http/other-methods.ts';
import { createContext } from '../../schema/command/create-context.ts';
import { clientOf } from '../http/arrival.ts';
import { countRequest } from '../http/context.ts';
import { metadataOf, metadataPaths, mountPath, revocationPath } from './metadata.ts';
import { contextOf, libraryRequest } from './requests.ts';
import { serveRegistration } from './registration.ts';
import { servePages } from './serve-pages.ts';
import { isSameBrowser } from './step.ts';
import type { SurfacePorts } from '../http/surface.ts';

const bodyLimit = 32_768;

/** The routes below the mount that the library answers. */
const libraryRoutes: readonly ['GET' | 'POST', string][] = [
  ['GET', '/auth'],
  // The pattern rejects an empty id: the library treats `/auth/` as `/auth`.
  ['GET', '/auth/:uid(^[\\w-]+$)'],
  ['POST', '/token'],
  ['POST', revocationPath],
];

/** Serves the authorization server: its metadata, the library's endpoints, and the pages for people. */
export async function serveOAuthServer(app: FastifyInstance, ports: SurfacePorts): Promise<void> {
  const providerNow = cachedProvider(ports);
  serveMetadata(app, ports);
  const onRequest = async (request: FastifyRequest): Promise<void> => {
    // A body without a type matches no parser here and is refused as such (RFC 9110 §8.3).
    request.headers['content-type'] ||= 'application/octet-stream';
    // An Idempotency-Key has no meaning here, since each answer is different.
    request.ctx = createContext(ports, { ...clientOf(request), idempotencyKey: null });
    await countRequest(request.ctx);
  };
  const options = { schema: { hide: true }, bodyLimit, onRequest };
  await app.register(async (plugin) => {
    readBytes(plugin);
    for (const [method, path] of libraryRoutes) {
      const url = `${mountPath}${path}`;
      const handler = async (request: FastifyRequest, reply: FastifyReply) => {
        const elsewhere = ownAddress(request, ports.settings.baseUrl);
        if (elsewhere !== null && method === 'GET') return await reply.redirect(elsewhere, 307);
        return await answerByLibrary(await providerNow(), request, reply);
      };
      plugin.route({ ...options, method, url, handler, exposeHeadRoute: false });
      refuseOtherMethods(plugin, url, [method], { takesHead: false });
    }
  });
  await app.register(async (plugin) => {
    readBytes(plugin);
    serveRegistration(plugin, ports, options);
    servePages(plugin, { log: ports.log, options, providerNow });
  });
}

// The library parses forms itself, and refuses any other body.
function readBytes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => body,
  );
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

// If a page was opened under another name of this machine than the base URL's, its form would be refused, so
// the browser is redirected. A proxy with its own names does not match, because its ports or names differ.
function ownAddress({ host, url }: FastifyRequest, baseUrl: string): string | null {
  const own = new URL(baseUrl);
  const asked = URL.parse(`${own.protocol}//${host}`);
  if (!asked || asked.hostname === own.hostname || asked.port !== own.port) return null;
  if (!loopback.has(asked.hostname) || !loopback.has(own.hostname)) return null;
  return `${own.origin}${url}`;
}

function serveMetadata(app: FastifyInstance, { settings }: SurfacePorts): void {
  const metadata = metadataOf(settings);
  for (const path of metadataPaths) {
    app.get(path, { schema: { hide: true } }, async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=300').send(metadata),
    );
    refuseOtherMethods(app, path, ['GET']);
  }
}

/**
 * Returns the provider for the current signing key, and creates another one when the key changes. The library is
 * loaded at the first request, since it takes a tenth of the start.
 */
function cachedProvider(ports: SurfacePorts): () => Promise<Provider> {
  let kept: { kid: string; provider: Provider } | null = null;
  return async () => {
    const { createProvider } = await import('./provider.ts');
    const signer = ports.tokens.signer(ports.clock.now());
    if (kept?.kid !== signer.kid) kept = { kid: signer.kid, provider: createProvider(ports, signer) };
    return kept.provider;
  };
}

/** Passes the request to the library; the answer also has the usual headers. */
async function answerByLibrary(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const ctx = contextOf(request);
  const { uid } = request.params as { uid?: string };
  // Without cookies, the library cannot continue an interaction that another browser answered.
  const isSame = uid === undefined || (await isSameBrowser({ provider, request, reply, uid }));
  if (!isSame) delete request.raw.headers.cookie;
  reply.headers(answerHeaders(ctx));
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  await provider.callback()(libraryRequest(request, ctx, ctx.settings.baseUrl), reply.raw);
}
