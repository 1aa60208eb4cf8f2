import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Context } from '../../schema/kernel/context.ts';
import { refuse, validationFailed } from '../../schema/values/errors.ts';
import type { Log } from '../../schema/kernel/ports/log.ts';
import type { Settings } from '../../schema/kernel/ports/settings.ts';
import { run } from '../../schema/run.ts';
import { metadataUrl } from '../http/challenge.ts';
import { whileConnected } from '../http/while-connected.ts';
import { answerHeaders } from '../http/answer-headers.ts';
import type { Credential } from '../http/credential.ts';
import { isStale, renewed } from '../http/caller-evaluation.ts';
import { refuseOtherMethods, type Method } from '../http/other-methods.ts';
import { assertScope } from '../../schema/kernel/access/api-key-scope.ts';
import { reportProblems } from '../http/report-problems.ts';
import { check, nothingSent, validatorCompiler } from '../http/input.ts';
import { cookieHooks } from './cookie-session.ts';
import { descriptionOf } from './openapi.ts';
import { verifyParent } from './parent.ts';
import type { Route } from './route.ts';
import { sendExport, type ExportFormat } from './send-export.ts';
import { sendText } from './send-text.ts';
import { assertMatch, etagOf, withVersion } from './row-version.ts';

export interface ServeOptions {
  rows: readonly Route[];
  settings: Settings;
  baseUrl: string;
  sandboxUrl: string;
  /** Verifies the credential and returns the context of the caller. Throws the refusal. */
  contextOf: (request: FastifyRequest, credential: Credential) => Promise<Context>;
  /** Counts the request against the caller's limits. Throws `rate_limited`. */
  countRequest: (ctx: Context, request: FastifyRequest) => Promise<void>;
  log: Log;
}

/** Registers every route: credential first, then scope, content type, size, payload, and the document. */
export function serveRest(app: FastifyInstance, options: ServeOptions): void {
  app.decorateRequest('ctx', null);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  reportProblems(app, options.log);
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());
  for (const row of options.rows) register(app, row, options, closing.signal);
  const exports = new Set(options.rows.filter(({ exported }) => exported).map(({ path }) => path));
  for (const [path, methods] of methodsByPath(options.rows))
    refuseOtherMethods(app, path, methods, { takesHead: !exports.has(path) });
}

function register(app: FastifyInstance, row: Route, options: ServeOptions, closing: AbortSignal): void {
  const { method, path, document, credential, variables, reply: replyOf, status, exported } = row;
  const isSandbox = isOfSandbox(path);
  app.route({
    method,
    url: path,
    // A HEAD would read every row.
    exposeHeadRoute: method === 'GET' && !exported,
    ...hooksOf(row, options),
    bodyLimit: bodyLimitOf(row, options.settings),
    schema: descriptionOf(row, options),
    config: {
      isSandbox,
      mayHaveEmptyBody: true,
      document,
      ...(credential === 'mcp' && metadataConfig(options)),
    },
    handler: async (request, reply) => {
      const { query, body } = request;
      if (!request.ctx) throw new Error('A handler ran before its credential was verified.');
      if (!row.body) assertNothing(body);
      if (exported)
        return await sendExport(request, reply, {
          document,
          exported,
          variables: variables({ params: {}, query, body }),
          format: (query as { format: ExportFormat }).format,
          contextOf: async () => await options.contextOf(request, credential),
          closing,
        });
      const params = await verifyParent(request.ctx, row, request.params);
      // The id of a resource of another parent is not passed to the document, but is named in the audit log.
      const named = row.parent && (request.params as object);
      const ifMatch = request.headers['if-match'];
      const ctx = row.mayWait ? whileConnected(request.ctx, reply) : request.ctx;
      const data = await run(
        ctx,
        document,
        withVersion(row, variables({ params, query, body }), ifMatch),
        named,
      );
      const [root] = Object.values(data);
      const later = row.accepted?.reply(root) ?? null;
      const answer = later ?? replyOf(root, { query });
      if (row.text) return sendText(request, reply, await row.text.textOf(answer as object), row.text.type);
      const etag = etagOf(answer);
      if (method === 'GET') assertMatch(etag, ifMatch);
      request.ctx.answer.etag = etag;
      reply.headers(answerHeaders(request.ctx)).code(later ? 202 : status);
      return answer;
    },
  });
}

function hooksOf(row: Route, options: ServeOptions) {
  const { onRequest, preHandler } = guards(row.credential, isOfSandbox(row.path), options);
  const cookies = row.session && cookieHooks(row.session, options.baseUrl);
  return {
    onRequest,
    preValidation: [cookies?.preValidation ?? [], row.body ? whereNothingIsSent(row.body) : []].flat(),
    preHandler: [preHandler, cookies?.preHandler ?? []].flat(),
    ...(cookies && { preSerialization: cookies.preSerialization }),
  };
}

/** Returns the hooks of each route: credential, limits and scope, and the credential again after a slow body. */
export function guards(
  credential: Credential,
  isSandbox: boolean,
  options: Pick<ServeOptions, 'baseUrl' | 'sandboxUrl' | 'contextOf' | 'countRequest'>,
) {
  return {
    onRequest: async (request: FastifyRequest) => {
      if (isSandbox) assertSandboxOrigin(request, options);
      request.ctx = await options.contextOf(request, credential);
      await options.countRequest(request.ctx, request);
      assertScope(request.ctx, request.method);
    },
    preHandler: async (request: FastifyRequest, reply: FastifyReply) => {
      if (isStale(reply)) request.ctx = renewed(request.ctx, await options.contextOf(request, credential));
    },
  };
}

/** Whether the path is part of the sandbox API, which has its own address if `SANDBOX_URL` is set. */
export function isOfSandbox(path: string): boolean {
  return path.startsWith('/v1/sandbox/');
}

function metadataConfig({ baseUrl }: ServeOptions) {
  return { resourceMetadata: metadataUrl(baseUrl) };
}

/** Returns the maximum size of a body, in bytes. */
export function bodyLimitOf({ path, bodyLimitBytes }: Route, settings: Settings): number {
  const limit = isOfSandbox(path) ? settings.sandboxBodyLimitBytes : settings.bodyLimitBytes;
  return bodyLimitBytes ?? limit;
}

// Fastify passes null to its validator if there is no body, as for the JSON `null`, which no route accepts.
function whereNothingIsSent(schema: z.ZodType): (request: FastifyRequest) => Promise<void> {
  const isOptional = schema.safeParse(undefined).success;
  return async (request) => {
    if (request.body !== undefined) return;
    if (!isOptional) throw nothingSent(schema);
    request.body = {};
  };
}

const nothing = z.strictObject({}).optional();

// An unexpected body suggests the wrong route.
function assertNothing(body: unknown): void {
  const result = check(nothing, body);
  if ('findings' in result) throw validationFailed(result.findings);
}

function assertSandboxOrigin(
  request: FastifyRequest,
  { baseUrl, sandboxUrl }: Pick<ServeOptions, 'baseUrl' | 'sandboxUrl'>,
): void {
  const { host, protocol } = new URL(sandboxUrl);
  if (sandboxUrl === baseUrl || hostOf(`${protocol}//${request.host}`) === host) return;
  throw refuse('not_found', `The sandbox API answers at ${sandboxUrl}.`);
}

// As in URLs: lower case, without the default port of the scheme.
function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}

function methodsByPath(rows: readonly Route[]): Map<string, Method[]> {
  const methods = new Map<string, Method[]>();
  for (const { method, path } of rows) methods.set(path, [...(methods.get(path) ?? []), method]);
  return methods;
}
