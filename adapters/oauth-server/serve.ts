import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { answerHeaders } from '../http/answer-headers.ts';
import { refuseOtherMethods } from '../http/other-methods.ts';
import { createContext } from '../../schema/command/create-context.ts';
import { clientOf } from '../http/arrival.ts';
import { countRequest } from '../http/context.ts';
import { metadataOf, metadataPaths, mountPath, revocationPath } from './metadata.ts';
import { createProvider } from './provider.ts';
import { contextOf, libraryRequest } from './requests.ts';
import { serveRegistration } from './registration.ts';
import { servePages } from './serve-pages.ts';
import { isSameBrowser } from './step.ts';
import type { SurfacePorts } from '../http/surface.ts';

const bodyLimit = 32_768;

/** What the library answers by itself, below the mount. */
const libraryRoutes: readonly ['GET' | 'POST', string][] = [
  ['GET', '/auth'],
  // By its form: a way without a name would be `/auth/`, which the library takes for `/auth`.
  ['GET', '/auth/:uid(^[\\w-]+$)'],
  ['POST', '/token'],
  ['POST', revocationPath],
];

/** Serves the authorization server: its metadata, the library's endpoints, and the pages that a person meets in between. */
export async function serveOAuthServer(app: FastifyInstance, ports: SurfacePorts): Promise<void> {
  const providerNow = keptProvider(ports);
  serveMetadata(app, ports);
  const onRequest = async (request: FastifyRequest): Promise<void> => {
    // What has no type fits none that is read here, and is refused as such (RFC 9110 §8.3).
    request.headers['content-type'] ||= 'application/octet-stream';
    // A key for idempotency says nothing here, where each answer is another one.
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
        return await answerByLibrary(providerNow(), request, reply);
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

// The library reads forms by itself, and refuses whatever is none.
function readBytes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => body,
  );
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

// A form would not be taken from a page that was opened by another name of this machine than the base URL has. A proxy that
// writes names of its own is no matter here: then the ports differ, or the names are others.
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

/** The provider of the key that signs now; when the ring has another one, so has the next request. */
function keptProvider(ports: SurfacePorts): () => Provider {
  let kept: { kid: string; provider: Provider } | null = null;
  return () => {
    const signer = ports.tokens.signer(ports.clock.now());
    if (kept?.kid !== signer.kid) kept = { kid: signer.kid, provider: createProvider(ports, signer) };
    return kept.provider;
  };
}

/** Hands the request over; the answer has the headers that every answer of the platform has. */
async function answerByLibrary(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const ctx = contextOf(request);
  const { uid } = request.params as { uid?: string };
  // Whose browser another one is has no way to go on with: the library finds no cookie of it.
  const isSame = uid === undefined || (await isSameBrowser({ provider, request, reply, uid }));
  if (!isSame) delete request.raw.headers.cookie;
  reply.headers(answerHeaders(ctx));
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  await provider.callback()(libraryRequest(request, ctx, ctx.settings.baseUrl), reply.raw);
}
