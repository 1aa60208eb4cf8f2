import { isJsonContentType } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../schema/kernel/context.ts';
import { refuse } from '../../schema/values/errors.ts';
import type { Log } from '../../schema/kernel/ports/log.ts';
import type { McpSessions } from '../../schema/kernel/ports/mcp-sessions.ts';
import { metadataUrl } from '../http/challenge.ts';
import { payloadTooLarge } from '../http/problem.ts';
import { isStale, renewed } from '../http/caller-evaluation.ts';
import { refuseOtherMethods } from '../http/other-methods.ts';
import { answer, contextOf } from './answer.ts';
import { createCancels } from './cancels.ts';
import { createDispatch } from './dispatch.ts';
import { lifecycleMethods, type Described } from './lifecycle.ts';
import type { Method } from './method.ts';
import { assertOwnOrigin } from './origin.ts';
import { reportErrors } from './refusals.ts';
import { endSession } from './session.ts';

export interface McpOptions {
  baseUrl: string;
  bodyLimitBytes: number;
  log: Log;
  sessions: McpSessions;
  described: Described;
  /** The methods other than those of the lifecycle. */
  methods: readonly Method[];
  /** Verifies the access token and returns the context of the caller. Throws the refusal. */
  contextOf: (request: FastifyRequest) => Promise<Context>;
  /** Counts the request against the caller's limits. Throws `rate_limited`. */
  countRequest: (ctx: Context) => Promise<void>;
}

const path = '/mcp';

/** Registers `/mcp`: JSON-RPC in both eras of the protocol, in the order of checks of spec §4. */
export function serveMcp(app: FastifyInstance, options: McpOptions): void {
  const { baseUrl, bodyLimitBytes, sessions, described, methods, log } = options;
  const dispatch = createDispatch([...lifecycleMethods(described), ...methods], described.self, log);
  const cancels = createCancels();
  const config = { resourceMetadata: metadataUrl(baseUrl) };
  const authenticate = async (request: FastifyRequest) => {
    request.ctx = await options.contextOf(request);
    await options.countRequest(request.ctx);
  };
  app.decorateRequest('ctx', null);
  reportErrors(app, log);
  app.addHook('onRequest', async (request) => assertOwnOrigin(request, baseUrl));
  app.post(path, {
    schema: { hide: true },
    config,
    bodyLimit: bodyLimitBytes,
    onRequest: [async (request) => assertJson(request, bodyLimitBytes), authenticate],
    preHandler: async (request, reply) => {
      if (isStale(reply)) request.ctx = renewed(request.ctx, await options.contextOf(request));
    },
    handler: async (request, reply) => await answer(request, reply, { dispatch, sessions, cancels }),
  });
  app.delete(path, {
    schema: { hide: true },
    config: { ...config, mayHaveEmptyBody: true },
    onRequest: authenticate,
    handler: async (request, reply) => {
      await endSession(sessions, contextOf(request), request);
      return await reply.code(204).send();
    },
  });
  refuseOtherMethods(app, path, ['POST', 'DELETE']);
}

// Runs before authentication. The size of a chunked body is known only while it is read.
function assertJson({ headers }: FastifyRequest, maxBytes: number): void {
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw payloadTooLarge(maxBytes);
  if (!isJsonContentType(headers['content-type']))
    throw refuse('unsupported_media_type', 'Send JSON, with `Content-Type: application/json`.');
}
