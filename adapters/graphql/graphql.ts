import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerHeaders } from '../http/answer-headers.ts';
import { refusalHeaders, refusalOfFastify } from '../http/problem.ts';
import { isStale, renewed } from '../http/caller-evaluation.ts';
import type { Context } from '../../schema/kernel/context.ts';
import { refusalBody, refusalOf, refuse, type Refusal } from '../../schema/values/errors.ts';
import { addressOf } from '../../schema/kernel/limit.ts';
import { toRefusal } from '../../schema/kernel/to-refusal.ts';
import { contextOf, countRequest, countVisit, assertAllowance } from '../http/context.ts';
import { contentSecurityPolicy } from '../http/security-headers.ts';
import type { KnownDocuments } from './known-documents.ts';
import { countedOf } from '../http/handed-over.ts';
import { countFurther, parsedDocument, textOfDocument } from './own-documents.ts';
import { isObject } from '../../schema/values/foreign-values.ts';
import { graphqlPath } from './graphql-path.ts';
import { turnstile } from './turnstile.ts';
import type { GraphqlServer } from './yoga.ts';
import type { SurfaceConfig, SurfacePorts } from '../http/surface.ts';

/** An operation whose document the server has. */
interface OwnOperation {
  documentId: unknown;
  variables?: unknown;
}

/** Registers `/graphql` over HTTP: POST, and GET for GraphiQL in development. */
export function serveGraphql(
  app: FastifyInstance,
  { yoga, documents }: { yoga: GraphqlServer; documents: KnownDocuments },
  ports: SurfacePorts,
  config: SurfaceConfig,
): void {
  app.setErrorHandler(async (error, request, reply) => {
    const refusal =
      refusalOf(error) ??
      refusalOfFastify(error as never, request) ??
      toRefusal(ports.log, request.id, error);
    if (request.ctx) reply.headers(answerHeaders(request.ctx));
    request.refusedAs = refusal.code;
    await answer(reply, refusal, request.id);
  });
  const anonymousTurn = turnstile();
  app.post(graphqlPath, {
    schema: { hide: true },
    bodyLimit: config.settings.bodyLimitBytes,
    onRequest: async (request) => {
      request.ctx = await contextOf(ports, request, credentialOf(request));
      await countRequest(request.ctx, countedOf(request.raw));
    },
    preHandler: async (request, reply) => {
      if (isStale(reply))
        request.ctx = renewed(request.ctx, await contextOf(ports, request, credentialOf(request)));
      if (namesDocument(request.body)) await takeOwnDocument(request, request.body);
      assertOperation(request.body);
    },
    handler: async (request, reply) => {
      // RFC 9110 §12.5.1: the answer is JSON even if the client prefers another media type.
      if (!/json|\*\/\*|application\/\*/i.test(request.headers.accept ?? '*/*'))
        request.headers.accept = 'application/json';
      // Yoga knows fewer forms of the type than our parser, which has read the body.
      request.headers['content-type'] = 'application/json';
      // Yoga builds a URL from the host, and fails for one that is not valid.
      request.headers.host = 'localhost';
      if (request.ctx?.caller.kind === 'ANONYMOUS') {
        const hasWaited = await anonymousTurn(addressOf(request.ip));
        if (hasWaited) await assertAllowance(request.ctx);
      }
      const kept = asksForJson(request) ? documents.storedAnswer(request.body) : null;
      if (kept === null) return await answerByYoga(yoga, request, reply);
      if (request.ctx) reply.headers(answerHeaders(request.ctx));
      return reply.type('application/json; charset=utf-8').send(kept);
    },
  });
  const others = app.supportedMethods.filter((method) => method !== 'POST' && method !== 'GET');
  app.route({
    method: config.environment === 'development' ? others : ['GET', ...others],
    url: graphqlPath,
    schema: { hide: true },
    exposeHeadRoute: false,
    onRequest: async (request, reply) => await refuseMethod(request, reply),
    handler: () => {},
  });
  if (config.environment === 'development') servePage(app, ports);
}

function namesDocument(body: unknown): body is OwnOperation {
  return isObject(body) && 'documentId' in body && !('query' in body);
}

/** Puts the text of the console's document into the body, as if the client had sent it. */
async function takeOwnDocument(
  request: FastifyRequest,
  { documentId, variables = null }: OwnOperation,
): Promise<void> {
  if (!request.ctx) throw new Error('A request came without a context.');
  request.ctx = { ...request.ctx, isOwnDocument: true };
  const query = textOfDocument(documentId);
  await countFurther(request.ctx, parsedDocument(query), variables);
  request.body = { query, variables };
}

function assertOperation(body: unknown): void {
  if (isObject(body) && typeof body['query'] === 'string' && !('documentId' in body)) return;
  throw refuse(
    'invalid_request',
    'Send one operation, as a JSON object with the string `query`. Batches and `documentId` beside it are not supported.',
  );
}

// With `application/graphql-response+json` the status depends on the errors, so yoga has to answer.
function asksForJson({ headers: { accept } }: FastifyRequest): boolean {
  return !accept?.toLowerCase().includes('graphql-response');
}

function credentialOf({ headers }: FastifyRequest): 'none' | 'session' {
  return headers.authorization === undefined ? 'none' : 'session';
}

function servePage(app: FastifyInstance, ports: SurfacePorts): void {
  const directives = {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'", "'unsafe-inline'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:'],
    fontSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
    workerSrc: ["'self'", 'blob:'],
    frameAncestors: ["'none'"],
  };
  const policy = contentSecurityPolicy(directives);
  let page: Promise<Buffer> | null = null;
  app.get(graphqlPath, {
    schema: { hide: true },
    exposeHeadRoute: false,
    onRequest: async (request, reply) => {
      // A query in a URL would end up in logs and histories, with its variables.
      if (!request.headers.accept?.includes('text/html') || request.url.includes('?'))
        await refuseMethod(request, reply);
      await countVisit(ports, request);
    },
    handler: async (_request, reply) => {
      page ??= renderPage();
      const html = await page.catch((error: unknown) => {
        page = null;
        throw error;
      });
      return reply.headers(policy).type('text/html; charset=utf-8').send(html);
    },
  });
}

// Loads its nine megabytes with the first visit, not at the start.
async function renderPage(): Promise<Buffer> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const defaultQuery = '{ sandboxHealth { status environment } }';
  return Buffer.from(renderGraphiQL({ title: 'Sallyport', defaultQuery, endpoint: graphqlPath }));
}

async function answerByYoga(yoga: GraphqlServer, request: FastifyRequest, reply: FastifyReply) {
  const { ctx } = request;
  const response = await yoga.handleNodeRequestAndResponse(request, reply, { ctx: ctx as Context });
  for (const [name, value] of response.headers) reply.header(name, value);
  if (ctx) reply.headers(answerHeaders(ctx));
  return await reply.code(response.status).send(await response.text());
}

async function refuseMethod(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('allow', 'POST');
  throw refuse(
    'method_not_allowed',
    `${request.method} is not supported here. Send the operation by POST, as JSON.`,
  );
}

async function answer(reply: FastifyReply, refusal: Refusal, requestId: string): Promise<void> {
  const error = { message: refusal.message, extensions: refusalBody(refusal, requestId) };
  void reply
    .code(refusal.status)
    .headers(refusalHeaders(refusal))
    .send({ errors: [error] });
  await reply;
}
