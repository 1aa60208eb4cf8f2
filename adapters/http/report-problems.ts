import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { DocumentNode } from 'graphql';
import type { Context } from '../../schema/kernel/context.ts';
import type { Log } from '../../schema/kernel/ports/log.ts';
import { toRefusal } from '../../schema/kernel/to-refusal.ts';
import { assertAllowed } from '../../schema/run.ts';
import { refusalOf, type Refusal } from '../../schema/values/errors.ts';
import { answerHeaders } from './answer-headers.ts';
import { refusalOfFastify, sendProblem } from './problem.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until the credential is verified. */
    ctx: Context | null;
    /** The code of the problem or the OAuth error in the answer, for the log. */
    refusedAs: string | null;
  }

  interface FastifyContextConfig {
    /** The document that the route runs. */
    document?: DocumentNode;
  }
}

/** Answers every error of the app as a problem. */
export function reportProblems(app: FastifyInstance, log: Log): void {
  app.setErrorHandler(async (error, request, reply) => {
    const refusal =
      refusalOf(error) ?? refusalOfFastify(error as never, request) ?? toRefusal(log, request.id, error);
    const first = await permissionFirst(log, request, refusal);
    if (request.ctx) reply.headers(answerHeaders(request.ctx));
    await sendProblem(request, reply, first);
  });
}

const aboutInput: ReadonlySet<number> = new Set([400, 413, 415, 422]);

/** A missing permission is reported before any error in the input. */
async function permissionFirst(
  log: Log,
  { id, ctx, params, routeOptions }: FastifyRequest,
  refusal: Refusal,
): Promise<Refusal> {
  const { document } = routeOptions.config;
  if (!ctx || !document || !aboutInput.has(refusal.status)) return refusal;
  try {
    await assertAllowed(ctx, document, params as object);
    return refusal;
  } catch (error) {
    return toRefusal(log, id, error);
  }
}
