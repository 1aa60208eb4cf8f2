import type { FastifyReply } from 'fastify';
import type { Context } from '../../schema/kernel/context.ts';

/** Returns the context whose signal aborts when the client hangs up, or with the other signal. */
export function whileConnected(ctx: Context, { raw }: FastifyReply, other?: AbortSignal): Context {
  const hangUp = new AbortController();
  raw.on('close', () => hangUp.abort());
  const hungUp = other ? AbortSignal.any([hangUp.signal, other]) : hangUp.signal;
  return { ...ctx, client: { ...ctx.client, hungUp } };
}
