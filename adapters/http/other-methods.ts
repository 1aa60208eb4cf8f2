import type { FastifyInstance } from 'fastify';
import findMyWay, { type HTTPVersion, type Instance } from 'find-my-way';
import { refuse } from '../../schema/values/errors.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

declare module 'fastify' {
  interface FastifyInstance {
    /** The paths that answer 405 to a method they do not have. */
    paths: Instance<HTTPVersion.V1>;
  }
}

interface Path {
  methods: readonly string[];
  /** The plugin that serves the path, which answers an error in its own form. */
  plugin: FastifyInstance;
}

/**
 * Answers 405 with `Allow` where `refuseOtherMethods` names the path without the method. A router of its own looks the path
 * up: to register 30 methods a path as routes took most of the time in which the app starts.
 */
export function answerOtherMethods(
  app: FastifyInstance,
  { maxParamLength }: { maxParamLength: number },
): void {
  app.decorate('paths', findMyWay({ maxParamLength }));
  // Before the body is read, since nothing reads the body of a refused request.
  app.addHook('onRequest', async (request, reply) => {
    const path = app.paths.find('GET', request.url)?.store as Path | undefined;
    if (!path || path.methods.includes(request.method)) return;
    const allow = path.methods.join(', ');
    const refusal = refuse('method_not_allowed', `${request.method} is not possible here. Use ${allow}.`);
    await path.plugin.errorHandler(refusal as never, request, reply.header('allow', allow));
  });
}

/** Has every other method refused on the path; also HEAD where a GET changes something (RFC 9110 §9.2.1). */
export function refuseOtherMethods(
  app: FastifyInstance,
  path: string,
  methods: readonly Method[],
  { takesHead = true } = {},
): void {
  const all = methods.flatMap((method) => (method === 'GET' && takesHead ? ['GET', 'HEAD'] : [method]));
  const store: Path = { methods: all, plugin: app };
  app.paths.on('GET', path, () => {}, store);
}
