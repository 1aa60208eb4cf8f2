import helmet from '@fastify/helmet';
import swagger from '@fastify/swagger';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { transform, transformObjectFor } from '../adapters/rest/document.ts';
import { routes } from '../adapters/rest/routes.ts';
import { sendProblem } from '../adapters/rest/problem.ts';
import { securitySchemes } from '../adapters/rest/openapi.ts';
import { serveRest } from '../adapters/rest/serve.ts';
import { refuse } from '../schema/errors.ts';
import { newId } from '../schema/id.ts';
import type { Config } from './config/config.ts';
import { contextOf } from './context.ts';
import { createGraphql, serveGraphql } from './graphql.ts';
import { serveHealth } from './health.ts';
import { readJson } from './body.ts';
import type { ServerPorts } from './ports.ts';
import { credentialInUrl, routeOnly } from './url-guard.ts';
import { serveWebsocket } from './websocket.ts';

/** The whole HTTP face, in the order a request meets it. */
export async function createApp(config: Config, ports: ServerPorts): Promise<FastifyInstance> {
  const { baseUrl, sandboxUrl, settings } = config;
  const app = fastify({
    genReqId: () => newId('request'),
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit: settings.bodyLimitBytes,
    routerOptions: { maxParamLength: 200 },
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    // Idle connections must not hold up a stop; requests under way are answered first.
    forceCloseConnections: 'idle',
    logger: false,
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store' });
    refuseCredentialInUrl(request);
  });
  app.addHook('onResponse', async (request, reply) =>
    logAnswer(ports, request, reply.statusCode, reply.elapsedTime),
  );
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
    });
    serveHealth(plugin, ports);
    serveDescription(app, plugin);
  });
  await app.register(async (plugin) => serveGraphql(plugin, yoga, ports, config));
  serveWebsocket(app, yoga, ports, config);

  app.setNotFoundHandler(async (request, reply) => {
    const refusal = refuse(
      'not_found',
      'There is nothing at this path. The API is described at /openapi.json.',
    );
    await sendProblem(request, reply, refusal);
  });
  return app;
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

function refuseCredentialInUrl({ url, headers }: FastifyRequest): void {
  const referer = headers.referer;
  if (credentialInUrl(url) || (referer !== undefined && credentialInUrl(referer)))
    throw refuse(
      'credential_in_url',
      'A credential was sent in a URL, where logs and histories keep it. Treat it as leaked: rotate it, and send ' +
        'it in the Authorization header.',
    );
}

function logAnswer({ log }: ServerPorts, request: FastifyRequest, status: number, elapsedMs: number): void {
  const { method, id: requestId, url } = request;
  const path = request.routeOptions.url ?? routeOnly(url);
  log.info({
    event: 'request.answered',
    requestId,
    method,
    path,
    status,
    elapsedMs: Math.round(elapsedMs * 10) / 10,
  });
}

function description({ baseUrl, sandboxUrl }: Config) {
  return {
    openapi: '3.1.0' as const,
    info: {
      title: 'Sallyport',
      version: '1',
      description:
        'The developer platform: accounts, workspaces, members, applications, API keys and the sandbox.',
    },
    servers: [{ url: baseUrl }, ...(sandboxUrl === baseUrl ? [] : [{ url: sandboxUrl }])],
    components: { securitySchemes },
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
