import type { FastifyReply } from 'fastify';
import type { Context } from '../../schema/kernel/context.ts';

/** How long a judgement stands while the body is still on its way. */
export const evaluationMs = 200;

/** Whether the body took so long that who sends it must be judged again: a held-back body outlives no revocation. */
export function isStale(reply: FastifyReply): boolean {
  return reply.elapsedTime > evaluationMs;
}

/** The context of the second judgement; the request was counted at the first. */
export function renewed(before: Context | null, ctx: Context): Context {
  ctx.allowances.push(...(before?.allowances ?? []));
  return ctx;
}
