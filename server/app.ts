import { METHODS } from 'node:http';
import helmet from '@fastify/helmet';
import swagger from '@fastify/swagger';
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { transform, transformObjectFor } from '../adapters/rest/document.ts';
import { routes } from '../adapters/rest/routes.ts';
import { sendProblem } from '../adapters/rest/problem.ts';
import { securitySchemes } from '../adapters/rest/openapi.ts';
import { refuseOtherMethods, serveRest, tellProblems } from '../adapters/rest/serve.ts';
import { webhooksOf } from '../adapters/rest/webhooks.ts';
import { refuse, type Refusal } from '../schema/errors.ts';
import { deliveredTypes } from '../schema/event/message-schema.ts';
import { newId } from '../schema/id.ts';
import type { Config } from './config/config.ts';
import { contextOf, countRequest } from './context.ts';
import { serveGraphql } from './graphql.ts';
import { serveHealth } from './health.ts';
import { readJson } from './body.ts';
import { serveMailLinks } from './mail-links.ts';
import { serveAgents } from './mcp.ts';
import { serveOAuthServer } from './oauth-server/serve.ts';
import type { ServerPorts } from './ports.ts';
import { refuseUnreadable } from './unreadable.ts';
import { credentialInUrl, routeOnly } from './url-guard.ts';
import { isForSockets, serveWebsocket } from './websocket.ts';
import { createGraphql } from './yoga.ts';

const pathsBesideRows = ['/healthz', '/readyz', '/.well-known/jwks.json', '/openapi.json', '/openapi.yaml'];

/** The whole HTTP face, in the order a request meets it. */
export async function createApp(config: Config, ports: ServerPorts): Promise<FastifyInstance> {
  const { baseUrl, sandboxUrl, settings } = config;
  const app = fastify({
    genReqId: () => newId('request'),
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit: settings.bodyLimitBytes,
    routerOptions: { maxParamLength: 200 },
    http: { shouldUpgradeCallback: isForSockets },
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    // Idle connections must not hold up a stop; requests under way are answered first.
    forceCloseConnections: 'idle',
    logger: false,
    clientErrorHandler: refuseUnreadable(ports.log),
    frameworkErrors: (error, request, reply) => void refusePath({ ports, config }, error, request, reply),
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store' });
    if (bringsCredentialInUrl(request)) throw credentialInUrlRefused();
    if (bringsSeveralCredentials(request)) throw severalCredentials();
  });
  app.addHook('onResponse', async (request, reply) =>
    logAnswer(ports, request, reply.statusCode, reply.elapsedTime),
  );
  for (const method of METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  app.decorateRequest('refusedAs', null);
  hangUpWhenClosing(app);
  tellProblems(app, ports.log);
  readJson(app);
  await app.register(helmet, securityHeaders(config));
  await app.register(swagger, {
    openapi: description(config),
    transform,
    transformObject: transformObjectFor(routes),
  });
  const yoga = createGraphql(config);

  await app.register(async (plugin) => {
    const options = { rows: routes, settings, baseUrl, sandboxUrl, log: ports.log };
    serveRest(plugin, {
      ...options,
      contextOf: async (request, credential) => await contextOf(ports, request, credential),
      countRequest,
    });
    serveHealth(plugin, ports);
    serveDescription(app, plugin);
    serveMailLinks(plugin);
    for (const path of pathsBesideRows) refuseOtherMethods(plugin, path, ['GET']);
  });
  await serveAgents(app, ports, config);
  await app.register(async (plugin) => await serveOAuthServer(plugin, ports));
  await app.register(async (plugin) => serveGraphql(plugin, yoga, ports, config));
  serveWebsocket(app, yoga, ports, config);

  app.setNotFoundHandler(async (request, reply) => await sendProblem(request, reply, nothingHere(config)));
  return app;
}

// A connection on which the last answer went out while we close would else be kept, and with it the process.
function hangUpWhenClosing(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => void (isClosing = true));
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
}

// An API's answers are never shown as a page of its own; GraphiQL loosens this for itself.
function securityHeaders({ environment }: Config) {
  const directives = { defaultSrc: ["'none'"], frameAncestors: ["'none'"] };
  return {
    contentSecurityPolicy: { useDefaults: false, directives },
    hsts: environment === 'production',
    xDownloadOptions: false,
    xDnsPrefetchControl: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    originAgentCluster: false,
  };
}

function bringsCredentialInUrl({ url, headers: { referer } }: FastifyRequest): boolean {
  return credentialInUrl(url) || (referer !== undefined && credentialInUrl(referer));
}

function credentialInUrlRefused(): Refusal {
  return refuse(
    'credential_in_url',
    'A credential was sent in a URL, where logs and histories keep it. Treat it as leaked: rotate it, and send ' +
      'it in the Authorization header.',
  );
}

// Of two Node would take the first, and a proxy in front of it perhaps the second.
function bringsSeveralCredentials({ raw }: FastifyRequest): boolean {
  return raw.rawHeaders.filter((name, at) => at % 2 === 0 && /^authorization$/i.test(name)).length > 1;
}

function severalCredentials(): Refusal {
  return refuse('credential_malformed', 'Two Authorization headers were sent. Send one of them.');
}

function nothingHere({ environment }: Config): Refusal {
  const page = environment === 'development' ? ', GraphiQL is at /graphql' : '';
  return refuse('not_found', `There is nothing at this path. The API is described at /openapi.json${page}.`);
}

// A path that cannot be decoded, or is longer than any of ours, meets no hook and no other handler.
async function refusePath(
  { ports, config }: { ports: ServerPorts; config: Config },
  { code }: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const refusal = bringsCredentialInUrl(request)
    ? credentialInUrlRefused()
    : code === 'FST_ERR_BAD_URL'
      ? refuse('invalid_request', 'The path is not well formed: its percent-encoding cannot be decoded.')
      : nothingHere(config);
  reply.header('x-request-id', request.id);
  await sendProblem(request, reply, refusal);
  logAnswer(ports, request, refusal.status, reply.elapsedTime);
}

function logAnswer({ log }: ServerPorts, request: FastifyRequest, status: number, elapsedMs: number): void {
  const { method, id: requestId, url, refusedAs } = request;
  const path = request.routeOptions.url ?? routeOnly(url);
  log.info({
    event: 'request.answered',
    requestId,
    method,
    path,
    status,
    ...(refusedAs && { code: refusedAs }),
    elapsedMs: Math.round(elapsedMs * 10) / 10,
  });
}

function description({ baseUrl, sandboxUrl }: Config) {
  const { webhooks, components } = webhooksOf(deliveredTypes());
  return {
    openapi: '3.1.0' as const,
    info: {
      title: 'Sallyport',
      version: '1',
      description:
        'The developer platform: accounts, workspaces, members, invitations, automations, applications, API keys, approvals ' +
        'by a different person, the sandbox, and what webhooks deliver.',
    },
    servers: [{ url: baseUrl }, ...(sandboxUrl === baseUrl ? [] : [{ url: sandboxUrl }])],
    webhooks,
    components: { securitySchemes, ...components },
  };
}

// spec §9: a machine-readable description is downloadable
function serveDescription(app: FastifyInstance, plugin: FastifyInstance): void {
  const schema = { hide: true };
  plugin.get('/openapi.json', { schema }, async (_request, reply) =>
    reply.type('application/json').send(JSON.stringify(app.swagger())),
  );
  plugin.get('/openapi.yaml', { schema }, async (_request, reply) =>
    reply.type('application/yaml').send(app.swagger({ yaml: true })),
  );
}
