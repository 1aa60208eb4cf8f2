import type { FastifyReply } from 'fastify';
import type { Context } from '../../schema/kernel/context.ts';

/** How long a check of the caller stays valid while the body arrives. */
export const evaluationMs = 200;

/** Whether the caller must be checked again, so that a slow body does not outlive a revocation. */
export function isStale(reply: FastifyReply): boolean {
  return reply.elapsedTime > evaluationMs;
}

/** Returns the context of the second check, with the counts of the first. */
export function renewed(before: Context | null, ctx: Context): Context {
  ctx.allowances.push(...(before?.allowances ?? []));
  return ctx;
}
