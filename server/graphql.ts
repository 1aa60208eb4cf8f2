import '@fastify/helmet';
import { EnvelopArmorPlugin } from '@escape.tech/graphql-armor';
import { renderGraphiQL } from '@graphql-yoga/render-graphiql';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  GraphQLError,
  Kind,
  OperationTypeNode,
  type DocumentNode,
  type ExecutionResult,
  type FragmentDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { answerHeaders } from '../adapters/rest/answer-headers.ts';
import { refusalHeaders, refusalOfFastify } from '../adapters/rest/problem.ts';
import { isStale, renewed } from '../adapters/rest/serve.ts';
import type { Context, Ports } from '../schema/context.ts';
import { refusalBody, refusalOf, refuse, type Refusal } from '../schema/errors.ts';
import { schema } from '../schema/index.ts';
import { settle } from '../schema/run.ts';
import type { Config } from './config/config.ts';
import { contextOf, countRequest } from './context.ts';
import { presentErrors } from './present.ts';

export const graphqlPath = '/graphql';

/** What yoga hands to its plugins beside the request. */
interface Served extends Record<string, unknown> {
  ctx: Context;
}

export type GraphqlServer = ReturnType<typeof createGraphql>;

/** The schema behind yoga: limits, no batching, no forms, refusals in our words. */
export function createGraphql({ environment, settings }: Config) {
  const isDevelopment = environment === 'development';
  const { maxAliases, maxTokens } = settings.graphql;
  return createYoga<Served>({
    schema,
    graphqlEndpoint: graphqlPath,
    context: ({ ctx }) => ctx,
    batching: false,
    multipart: false,
    cors: false,
    landingPage: false,
    logging: false,
    maskedErrors: false,
    graphiql: isDevelopment && {
      title: 'Sallyport',
      defaultQuery: '{ sandboxHealth { status environment } }',
    },
    renderGraphiQL,
    plugins: [
      EnvelopArmorPlugin({
        maxAliases: { n: maxAliases },
        maxTokens: { n: maxTokens },
        maxDirectives: { n: 50 },
        blockFieldSuggestion: { enabled: false },
        // Depth and cost are judged by the schema's own limits, which know the sizes of pages.
        maxDepth: { enabled: false },
        costLimit: { enabled: false },
      }),
      ...(isDevelopment ? [] : [withoutSuggestions]),
      oneMutationPerKey,
      noStreams,
      tellErrors,
    ],
  });
}

/** Registers `/graphql` over HTTP: POST, and GET for GraphiQL in development. */
export function serveGraphql(app: FastifyInstance, yoga: GraphqlServer, ports: Ports, config: Config): void {
  app.setErrorHandler(async (error, request, reply) => {
    const refusal =
      refusalOf(error) ?? refusalOfFastify(error as never, request) ?? settle(ports.log, request.id, error);
    if (request.ctx) reply.headers(answerHeaders(request.ctx));
    request.refusedAs = refusal.code;
    await answer(reply, refusal, request.id);
  });
  app.post(graphqlPath, {
    schema: { hide: true },
    bodyLimit: config.settings.bodyLimitBytes,
    onRequest: async (request) => {
      request.ctx = await contextOf(ports, request, credentialOf(request));
      await countRequest(request.ctx);
    },
    preHandler: async (request, reply) => {
      demandOperation(request.body);
      if (isStale(reply))
        request.ctx = renewed(request.ctx, await contextOf(ports, request, credentialOf(request)));
    },
    handler: async (request, reply) => {
      // RFC 9110 §12.5.1: JSON it is, also for who would rather have something else.
      if (!/json|\*\/\*|application\/\*/i.test(request.headers.accept ?? '*/*'))
        request.headers.accept = 'application/json';
      return await answerByYoga(yoga, request, reply);
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
  if (config.environment === 'development') servePage(app, yoga);
}

function demandOperation(body: unknown): void {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  if (isObject && 'query' in body && typeof body.query === 'string') return;
  throw refuse(
    'invalid_request',
    'Send one operation, as a JSON object that holds it as a string in `query`. Batches are not taken.',
  );
}

function credentialOf({ headers }: FastifyRequest): 'none' | 'session' {
  return headers.authorization === undefined ? 'none' : 'session';
}

function servePage(app: FastifyInstance, yoga: GraphqlServer): void {
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
  const policy = { useDefaults: false, directives };
  app.get(graphqlPath, {
    schema: { hide: true },
    exposeHeadRoute: false,
    helmet: { contentSecurityPolicy: policy },
    onRequest: async (request, reply) => {
      // A query in a URL would end up in logs and histories, variables and all.
      if (!request.headers.accept?.includes('text/html') || request.url.includes('?'))
        await refuseMethod(request, reply);
    },
    handler: async (request, reply) => await answerByYoga(yoga, request, reply),
  });
}

async function answerByYoga(yoga: GraphqlServer, request: FastifyRequest, reply: FastifyReply) {
  const { ctx } = request;
  const response = await yoga.handleNodeRequestAndResponse(request, reply, { ctx: ctx as Context });
  for (const [name, value] of response.headers) reply.header(name, value);
  if (ctx) reply.headers(answerHeaders(ctx));
  return await reply.code(response.status).send(response.body);
}

async function refuseMethod(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('allow', 'POST');
  throw refuse(
    'method_not_allowed',
    `${request.method} is not possible here. Send the operation by POST, as JSON.`,
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

/** Takes graphql's guesses at what was meant out of its messages, those at enum values too. */
const withoutSuggestions: Plugin<Context> = {
  onValidate:
    () =>
    ({ valid, result, setResult }) => {
      if (valid) return;
      const errors = result as readonly GraphQLError[];
      setResult(
        errors.map(
          ({ message, nodes }) =>
            new GraphQLError(message.replace(/ Did you mean .*\?$/s, ''), { nodes: nodes ?? null }),
        ),
      );
    },
};

/** An Idempotency-Key stands for one command, so it goes with one root field. */
const oneMutationPerKey: Plugin<Context> = {
  onExecute({ args }) {
    const ctx: Context = args.contextValue;
    if (ctx.client.idempotencyKey === null || countRootFields(args.document, args.operationName) <= 1) return;
    throw refuse('invalid_request', 'Send an Idempotency-Key with one root mutation field at a time.');
  },
};

/** What is told as it happens needs a socket, which ends when the access does; over HTTP nothing would end it. */
const noStreams: Plugin<Context> = {
  onSubscribe() {
    throw refuse(
      'invalid_request',
      'Subscribe over a websocket at /graphql, by graphql-transport-ws with a session in connection_init.',
    );
  },
};

function countRootFields(document: DocumentNode, name: string | null | undefined): number {
  const operations = document.definitions.filter(
    (definition) => definition.kind === Kind.OPERATION_DEFINITION,
  );
  const operation = operations.find((candidate) => !name || candidate.name?.value === name);
  if (operation?.operation !== OperationTypeNode.MUTATION) return 0;
  return countFields(document, operation.selectionSet);
}

// Fields behind fragments count as well; a fragment once, since what is spread twice is one field all the same, and a
// document may spread its fragments exponentially often.
function countFields(document: DocumentNode, set: SelectionSetNode, seen = new Set<string>()): number {
  let count = 0;
  for (const selection of set.selections) {
    if (selection.kind === Kind.FIELD) count += 1;
    else if (selection.kind === Kind.INLINE_FRAGMENT)
      count += countFields(document, selection.selectionSet, seen);
    else if (!seen.has(selection.name.value)) {
      seen.add(selection.name.value);
      const fragment = fragmentOf(document, selection.name.value);
      if (fragment) count += countFields(document, fragment.selectionSet, seen);
    }
  }
  return count;
}

function fragmentOf(document: DocumentNode, name: string): FragmentDefinitionNode | undefined {
  return document.definitions
    .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
    .find((definition) => definition.name.value === name);
}

/** Tells every error in our words, and keeps those that matter in the audit log. */
const tellErrors: Plugin<Context, Served> = {
  async onResultProcess(processed) {
    const { result, serverContext } = processed;
    if (!isExecution(result) || !result.errors) return;
    processed.setResult({
      ...result,
      errors: await presentErrors(serverContext.ctx, result.errors, 'data' in result),
    });
  },
};

function isExecution(result: unknown): result is ExecutionResult {
  return typeof result === 'object' && result !== null && ('errors' in result || 'data' in result);
}
