import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type Provider from 'oidc-provider';
import { answerHeaders } from '../http/answer-headers.ts';
import { refusalOfFastify } from '../http/problem.ts';
import { refuseOtherMethods } from '../http/other-methods.ts';
import { refusalOf } from '../../schema/values/errors.ts';
import type { Log } from '../../schema/kernel/ports/log.ts';
import { toRefusal } from '../../schema/kernel/to-refusal.ts';
import { interactionOf, isOver } from './interaction.ts';
import { mountPath } from './metadata.ts';
import { errorPage } from './pages/error.ts';
import { pageHeaders } from '../http/pages/layout.ts';
import { contextOf } from './requests.ts';

interface Serving {
  log: Log;
  options: Pick<RouteOptions, 'schema' | 'bodyLimit' | 'onRequest'>;
  providerNow: () => Promise<Provider>;
}

export function servePages(app: FastifyInstance, { log, options, providerNow }: Serving): void {
  const url = `${mountPath}/interaction/:uid`;
  app.setErrorHandler(async (error, request, reply) => {
    const { errors } = await import('oidc-provider');
    const known = error instanceof errors.OIDCProviderError ? isOver() : refusalOf(error);
    const refusal = known ?? refusalOfFastify(error as never, request) ?? toRefusal(log, request.id, error);
    const { retryAfterSeconds } = refusal.details;
    request.refusedAs = refusal.code;
    void reply
      .code(refusal.status)
      .headers(pageHeaders())
      .headers(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) })
      .send(errorPage(refusal.code, refusal.message));
    await reply;
  });
  for (const method of ['GET', 'POST'] as const) {
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const ctx = contextOf(request);
      reply.headers(answerHeaders(ctx));
      const interaction = await interactionOf({ ctx, provider: await providerNow(), request, reply });
      const { prompts } = await import('./prompts.ts');
      const act = prompts[interaction.details.prompt.name]?.[method];
      if (!act) throw isOver();
      await act(interaction);
    };
    app.route({ ...options, method, url, handler });
  }
  refuseOtherMethods(app, url, ['GET', 'POST']);
}
