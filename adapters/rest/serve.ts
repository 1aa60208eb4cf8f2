import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import type { DocumentNode } from 'graphql';
import { z } from 'zod';
import type { Context } from '../../schema/kernel/context.ts';
import { refusalOf, refuse, validationFailed, type Refusal } from '../../schema/values/errors.ts';
import type { Log, Settings } from '../../schema/kernel/ports.ts';
import { demandAllowed, demandValid, run } from '../../schema/run.ts';
import { settle } from '../../schema/kernel/settle.ts';
import { metadataUrl } from '../http/challenge.ts';
import { answerHeaders } from '../http/answer-headers.ts';
import { check, nothingSent, validatorCompiler } from './input.ts';
import { descriptionOf } from './openapi.ts';
import { placed } from './place.ts';
import { refusalOfFastify, sendProblem } from '../http/problem.ts';
import type { Credential, Method, Route } from './route.ts';
import { demandMatch, etagOf, withVersion } from './row-version.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until the row's credential was verified. */
    ctx: Context | null;
    /** The code of the problem, or of OAuth, that it was answered with, for the log. */
    refusedAs: string | null;
  }

  interface FastifyContextConfig {
    /** What the row runs. */
    document?: DocumentNode;
  }
}

export interface ServeOptions {
  rows: readonly Route[];
  settings: Settings;
  baseUrl: string;
  sandboxUrl: string;
  /** Verifies the credential and says who calls. Throws the refusal. */
  contextOf: (request: FastifyRequest, credential: Credential) => Promise<Context>;
  /** Counts the request against the caller's limits. Throws `rate_limited`. */
  countRequest: (ctx: Context, request: FastifyRequest) => Promise<void>;
  log: Log;
}

/** Answers every error of the app as a problem. */
export function tellProblems(app: FastifyInstance, log: Log): void {
  app.setErrorHandler(async (error, request, reply) => {
    const refusal =
      refusalOf(error) ?? refusalOfFastify(error as never, request) ?? settle(log, request.id, error);
    const first = await permissionFirst(log, request, refusal);
    if (request.ctx) reply.headers(answerHeaders(request.ctx));
    await sendProblem(request, reply, first);
  });
}

const aboutInput: ReadonlySet<number> = new Set([400, 413, 415, 422]);

/** Whoever may not do it at all is told so, whatever is wrong with what they sent. */
async function permissionFirst(
  log: Log,
  { id, ctx, params, routeOptions }: FastifyRequest,
  refusal: Refusal,
): Promise<Refusal> {
  const { document } = routeOptions.config;
  if (!ctx || !document || !aboutInput.has(refusal.status)) return refusal;
  try {
    await demandAllowed(ctx, document, params as object);
    return refusal;
  } catch (error) {
    return settle(log, id, error);
  }
}

/** Registers every row: credential first, then scope, content type, size, payload, and then the document. */
export function serveRest(app: FastifyInstance, options: ServeOptions): void {
  app.decorateRequest('ctx', null);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  tellProblems(app, options.log);
  for (const row of options.rows) register(app, row, options);
  for (const [path, methods] of methodsByPath(options.rows)) refuseOtherMethods(app, path, methods);
}

function register(app: FastifyInstance, row: Route, options: ServeOptions): void {
  const { method, path, document, credential, variables, reply: replyOf, status } = row;
  const isSandbox = isOfSandbox(path);
  demandValid(document, `${method} ${path}`);
  if (row.place) demandValid(row.place.document, `${method} ${path}`);
  app.route({
    method,
    url: path,
    bodyLimit: bodyLimitOf(row, options.settings),
    schema: descriptionOf(row, options),
    config: {
      isSandbox,
      judgesNothing: true,
      document,
      ...(credential === 'mcp' && metadataConfig(options)),
    },
    onRequest: async (request) => {
      if (isSandbox) demandSandboxOrigin(request, options);
      request.ctx = await options.contextOf(request, credential);
      await options.countRequest(request.ctx, request);
      demandScope(request.ctx, request.method);
    },
    ...(row.body && { preValidation: whereNothingIsSent(row.body) }),
    preHandler: async (request, reply) => {
      if (isStale(reply)) request.ctx = renewed(request.ctx, await options.contextOf(request, credential));
    },
    handler: async (request, reply) => {
      const { query, body } = request;
      if (!request.ctx) throw new Error('A handler ran before its credential was verified.');
      if (!row.body) demandNothing(body);
      const params = await placed(request.ctx, row, request.params);
      // Where it is not in its place the document gets no name of it, but the audit log does.
      const named = row.place && (request.params as object);
      const ifMatch = request.headers['if-match'];
      const data = await run(
        request.ctx,
        document,
        withVersion(row, variables({ params, query, body }), ifMatch),
        named,
      );
      const [root] = Object.values(data);
      const later = row.accepted?.reply(root) ?? null;
      const answer = later ?? replyOf(root);
      const etag = etagOf(answer);
      if (method === 'GET') demandMatch(etag, ifMatch);
      request.ctx.answer.etag = etag;
      reply.headers(answerHeaders(request.ctx)).code(later ? 202 : status);
      return answer;
    },
  });
}

/** Whether the path is of the sandbox API, which has an address of its own where `SANDBOX_URL` says so. */
export function isOfSandbox(path: string): boolean {
  return path.startsWith('/v1/sandbox/');
}

function metadataConfig({ baseUrl }: ServeOptions) {
  return { resourceMetadata: metadataUrl(baseUrl) };
}

/** How large a body of the row may be at most. */
export function bodyLimitOf({ path, bodyLimitBytes }: Route, settings: Settings): number {
  const limit = isOfSandbox(path) ? settings.sandboxBodyLimitBytes : settings.bodyLimitBytes;
  return bodyLimitBytes ?? limit;
}

// Fastify hands its validator null where there is no body, as for the JSON `null`, which is none of the rows'.
function whereNothingIsSent(schema: z.ZodType): (request: FastifyRequest) => Promise<void> {
  const isOptional = schema.safeParse(undefined).success;
  return async (request) => {
    if (request.body !== undefined) return;
    if (!isOptional) throw nothingSent(schema);
    request.body = {};
  };
}

const nothing = z.strictObject({}).optional();

// What a caller sends in vain is more likely meant for another row than for none.
function demandNothing(body: unknown): void {
  const result = check(nothing, body);
  if ('findings' in result) throw validationFailed(result.findings);
}

/** How long a judgement stands while the body is still on its way. */
export const judgementMs = 200;

/** Whether the body took so long that who sends it must be judged again: a held-back body outlives no revocation. */
export function isStale(reply: FastifyReply): boolean {
  return reply.elapsedTime > judgementMs;
}

/** The context of the second judgement; the request was counted at the first. */
export function renewed(before: Context | null, ctx: Context): Context {
  ctx.allowances.push(...(before?.allowances ?? []));
  return ctx;
}

// spec §5.4: the one rule that speaks of HTTP, so the one rule that lives here
export function hasScope({ caller }: Pick<Context, 'caller'>, method: string): boolean {
  return caller.kind !== 'API_KEY' || caller.scopes.includes(scopeFor(method));
}

function scopeFor(method: string): 'read' | 'write' {
  return method === 'GET' || method === 'HEAD' ? 'read' : 'write';
}

function demandScope(ctx: Context, method: string): void {
  const scope = scopeFor(method);
  if (hasScope(ctx, method)) return;
  throw refuse(
    'insufficient_scope',
    `The key lacks the scope \`${scope}\`, which ${method} needs. Use another key.`,
    {
      scope,
    },
  );
}

function demandSandboxOrigin(request: FastifyRequest, { baseUrl, sandboxUrl }: ServeOptions): void {
  const { host, protocol } = new URL(sandboxUrl);
  if (sandboxUrl === baseUrl || hostOf(`${protocol}//${request.host}`) === host) return;
  throw refuse('not_found', `The sandbox API answers at ${sandboxUrl}.`);
}

// As URLs spell it: lower case, without the scheme's own port.
function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}

function methodsByPath(rows: readonly Route[]): Map<string, Method[]> {
  const methods = new Map<string, Method[]>();
  for (const { method, path } of rows) methods.set(path, [...(methods.get(path) ?? []), method]);
  return methods;
}

/**
 * Answers 405 with `Allow` for whatever else is tried on the path; for HEAD too where what is read there changes something,
 * which HEAD must not (RFC 9110 §9.2.1).
 */
export function refuseOtherMethods(
  app: FastifyInstance,
  path: string,
  methods: readonly Method[],
  { takesHead = true } = {},
): void {
  const own = methods.flatMap((method) => (method === 'GET' && takesHead ? ['GET', 'HEAD'] : [method]));
  const allow = own.join(', ');
  app.route({
    method: app.supportedMethods.filter((method) => !own.includes(method)),
    url: path,
    schema: { hide: true },
    // Before the body is read: what is not understood is not parsed.
    onRequest: async (request, reply) => {
      reply.header('allow', allow);
      throw refuse('method_not_allowed', `${request.method} is not possible here. Use ${allow}.`);
    },
    handler: () => {
      throw new Error('A method that is refused came to its handler.');
    },
  });
}
