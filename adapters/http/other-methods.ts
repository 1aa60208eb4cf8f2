import type { FastifyInstance } from 'fastify';
import findMyWay, { type HTTPVersion, type Instance } from 'find-my-way';
import { methodNotAllowed } from '../../schema/values/errors.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

declare module 'fastify' {
  interface FastifyInstance {
    /** The paths that answer 405 to methods that they do not have. */
    paths: Instance<HTTPVersion.V1>;
  }
}

/**
 * Answers 405 with `Allow` if `refuseOtherMethods` has the path without the method. A separate router looks
 * up the path: registering 30 methods per path as routes took most of the startup time.
 */
export function answerOtherMethods(
  app: FastifyInstance,
  { maxParamLength }: { maxParamLength: number },
): void {
  app.decorate('paths', findMyWay({ maxParamLength }));
  // Before the body is read, since nothing reads the body of a refused request.
  app.addHook('onRequest', async ({ url, method }) => {
    const methods = app.paths.find('GET', url)?.store as readonly string[] | undefined;
    if (!methods || methods.includes(method)) return;
    throw methodNotAllowed(method, methods);
  });
}

/** Refuses every other method on the path; also HEAD if a GET changes something (RFC 9110 §9.2.1). */
export function refuseOtherMethods(
  app: FastifyInstance,
  path: string,
  methods: readonly Method[],
  { takesHead = true } = {},
): void {
  const all = methods.flatMap((method) => (method === 'GET' && takesHead ? ['GET', 'HEAD'] : [method]));
  app.paths.on('GET', path, () => {}, all);
}
