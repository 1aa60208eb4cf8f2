import { METHODS, type RequestListener } from 'node:http';
import swagger from '@fastify/swagger';
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { fastPathsOf } from '../adapters/rest/fast.ts';
import { transform, transformObjectFor } from '../adapters/rest/document.ts';
import { routes } from '../adapters/rest/routes.ts';
import { sendProblem } from '../adapters/http/problem.ts';
import { serveLiveCalls } from '../adapters/rest/live-call.ts';
import { serveProductCalls } from '../adapters/rest/product-call.ts';
import { serveRest, type ServeOptions } from '../adapters/rest/serve.ts';
import { answerOtherMethods, refuseOtherMethods } from '../adapters/http/other-methods.ts';
import { reportProblems } from '../adapters/http/report-problems.ts';
import { refuse, type Refusal } from '../schema/values/errors.ts';
import { newId } from '../schema/values/id.ts';
import { logAnswer } from '../adapters/http/answered.ts';
import { hasDevMail, serveDevMail } from './dev-mail.ts';
import { description, serveDescription } from './api-description.ts';
import type { Config } from './config/config.ts';
import { hasConsole, serveConsole } from './console.ts';
import { contextOf, countAnswer, countRequest } from '../adapters/http/context.ts';
import { KnownDocuments } from '../adapters/graphql/known-documents.ts';
import { countedOf } from '../adapters/http/handed-over.ts';
import { createFastPaths, type FastPaths } from '../adapters/fast/listener.ts';
import { serveGraphql } from '../adapters/graphql/graphql.ts';
import { serveHealth } from './health.ts';
import { readJson } from '../adapters/http/body.ts';
import { serveMailLinks } from '../adapters/http/pages/mail-links.ts';
import { serveAgents } from './mcp.ts';
import { serveOAuthServer } from '../adapters/oauth-server/serve.ts';
import type { ServerPorts } from './ports.ts';
import { isRepeated } from '../adapters/http/raw-headers.ts';
import { hangUpWhenUnread } from '../adapters/http/unread.ts';
import { refuseUnreadable } from '../adapters/http/unreadable.ts';
import { securityHeaders } from '../adapters/http/security-headers.ts';
import { credentialInUrl, credentialRefused, routeOnly } from '../schema/values/credential-in-url.ts';
import { isForSockets, serveWebsocket } from '../adapters/graphql/websocket.ts';
import { createGraphql } from '../adapters/graphql/yoga.ts';

const pathsBesideRows = ['/healthz', '/readyz', '/.well-known/jwks.json', '/openapi.json', '/openapi.yaml'];

const routerOptions = { maxParamLength: 200 };

declare module 'fastify' {
  interface FastifyInstance {
    /** Answers requests before they get to the rest of the app. */
    fast: FastPaths;
  }
}

/** Creates the whole HTTP app. Hooks and routes are in the order in which a request passes them. */
export async function createApp(config: Config, ports: ServerPorts): Promise<FastifyInstance> {
  const { baseUrl, sandboxUrl, settings } = config;
  const headers = commonHeaders(config);
  const documents = new KnownDocuments();
  const closing = { isClosing: false };
  const fast = createFastPaths({
    config,
    ports,
    paths: [...fastPathsOf(routes, settings), documents.fastPath(settings.bodyLimitBytes)],
    headers,
    isClosing: () => closing.isClosing,
  });
  const app = fastify({
    genReqId: () => newId('request'),
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit: settings.bodyLimitBytes,
    routerOptions,
    http: { shouldUpgradeCallback: isForSockets, headersTimeout: 10_000, connectionsCheckingInterval: 1000 },
    requestTimeout: 30_000,
    // A proxy usually keeps idle connections for a minute, and must not send on one that we have just closed.
    keepAliveTimeout: config.trustProxy.length > 0 ? 72_000 : 5000,
    // Idle connections must not delay a stop; requests in progress are answered first.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    logger: false,
    clientErrorHandler: refuseUnreadable(ports.log),
    frameworkErrors: (error, request, reply) => void refusePath({ ports, config }, error, request, reply),
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...headers, 'x-request-id': request.id });
    if (bringsCredentialInUrl(request)) throw credentialRefused();
    if (isRepeated(request.raw.rawHeaders, 'authorization')) throw severalCredentials();
    if (isRepeated(request.raw.rawHeaders, 'host')) throw severalHosts();
  });
  app.addHook('onResponse', async (request, reply) =>
    logRequest(ports, request, reply.statusCode, reply.elapsedTime),
  );
  app.addHook('onSend', async (request, _reply, payload) => {
    const caller = request.ctx?.caller ?? null;
    if (typeof payload === 'string' || Buffer.isBuffer(payload))
      await countAnswer(ports, { caller, ip: request.ip, bytes: payload.length });
  });
  for (const method of METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  app.decorateRequest('refusedAs', null);
  answerOtherMethods(app, routerOptions);
  putInFront(app, fast);
  hangUpWhenClosing(app, closing);
  reportProblems(app, ports.log);
  readJson(app);
  await app.register(swagger, {
    openapi: description(config),
    transform,
    transformObject: transformObjectFor(routes),
  });
  const yoga = createGraphql(config, documents);

  await app.register(async (plugin) => {
    const guarded: Omit<ServeOptions, 'rows'> = {
      settings,
      baseUrl,
      sandboxUrl,
      log: ports.log,
      contextOf: async (request, credential) => await contextOf(ports, request, credential),
      countRequest: async (ctx, { raw }) => await countRequest(ctx, countedOf(raw)),
    };
    serveRest(plugin, { ...guarded, rows: routes });
    await plugin.register(async (inner) => serveProductCalls(inner, guarded));
    await plugin.register(async (inner) => serveLiveCalls(inner, guarded));
    serveHealth(plugin, ports);
    serveDescription(app, plugin, ports);
    if (hasConsole(config)) await serveConsole(plugin, config);
    else serveMailLinks(plugin);
    if (hasDevMail(config)) serveDevMail(plugin, config);
    for (const path of pathsBesideRows) refuseOtherMethods(plugin, path, ['GET']);
  });
  await serveAgents(app, ports, config);
  await app.register(async (plugin) => await serveOAuthServer(plugin, ports));
  await app.register(async (plugin) => serveGraphql(plugin, { yoga, documents }, ports, config));
  serveWebsocket(app, yoga, ports, config);

  app.setNotFoundHandler(async (request, reply) => await sendProblem(request, reply, nothingHere(config)));
  return app;
}

// With a `serverFactory`, Fastify would listen on only one address of `localhost`. This way it listens on
// both, but the second address has no fast paths.
function putInFront(app: FastifyInstance, fast: FastPaths): void {
  const [ordinary] = app.server.listeners('request') as RequestListener[];
  if (!ordinary) throw new Error('Fastify does not listen for requests.');
  app.server
    .off('request', ordinary)
    .on('request', (_request, response) => hangUpWhenUnread(response))
    .on('request', fast.before(ordinary));
  app.decorate('fast', fast);
}

// Otherwise a connection whose last answer goes out during shutdown would keep the process alive.
function hangUpWhenClosing(app: FastifyInstance, closing: { isClosing: boolean }): void {
  app.addHook('preClose', async () => void (closing.isClosing = true));
  app.addHook('onSend', async (_request, reply) => {
    if (closing.isClosing) reply.header('connection', 'close');
  });
}

function commonHeaders({ environment }: Config): Record<string, string> {
  return { ...securityHeaders({ isProduction: environment === 'production' }), 'cache-control': 'no-store' };
}

function bringsCredentialInUrl({ url, headers: { referer } }: FastifyRequest): boolean {
  return credentialInUrl(url) || (referer !== undefined && credentialInUrl(referer));
}

// Node uses the first of two headers; a proxy in front of it may use the second.
function severalCredentials(): Refusal {
  return refuse('credential_malformed', 'Two Authorization headers were sent. Send one of them.');
}

// RFC 9112 §3.2
function severalHosts(): Refusal {
  return refuse('invalid_request', 'Two Host headers were sent. Send one of them.');
}

function nothingHere({ environment }: Config): Refusal {
  const page = environment === 'development' ? '; GraphiQL is at /graphql' : '';
  return refuse('not_found', `This path does not exist. See /reference and /openapi.json${page}.`);
}

// A path that cannot be decoded, or that is too long, reaches no hook and no other handler.
async function refusePath(
  { ports, config }: { ports: ServerPorts; config: Config },
  { code }: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const refusal = bringsCredentialInUrl(request)
    ? credentialRefused()
    : code === 'FST_ERR_BAD_URL'
      ? refuse('invalid_request', 'The percent-encoding of the path is not valid. Send a valid path.')
      : nothingHere(config);
  reply.headers({ ...commonHeaders(config), 'x-request-id': request.id });
  await sendProblem(request, reply, refusal);
  logRequest(ports, request, refusal.status, reply.elapsedTime);
}

function logRequest({ log }: ServerPorts, request: FastifyRequest, status: number, elapsedMs: number): void {
  const { method, id: requestId, url, refusedAs } = request;
  const path = request.routeOptions.url ?? routeOnly(url);
  logAnswer(log, { requestId, method, path, status, ...(refusedAs && { code: refusedAs }), elapsedMs });
}
