import type { FastifyInstance } from 'fastify';
import { refuse } from '../../schema/values/errors.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

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
