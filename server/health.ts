import type { FastifyInstance } from 'fastify';
import manifest from '../package.json' with { type: 'json' };
import { refuse } from '../schema/values/errors.ts';
import type { ServerPorts } from './ports.ts';

const hide = { schema: { hide: true } };

/** For whoever operates it: whether the process lives and in which version, whether its database answers, and its public keys. */
export function serveHealth(app: FastifyInstance, ports: ServerPorts): void {
  app.get('/healthz', hide, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok', version: manifest.version }),
  );
  let asked: Promise<void> | null = null;
  // However many ask at once, the database is asked once.
  const ping = async () => await (asked ??= ports.database.ping().finally(() => (asked = null)));
  app.get('/readyz', hide, async (_request, reply) => {
    try {
      await ping();
    } catch (cause) {
      throw refuse('service_unavailable', 'The database does not answer.', { cause, retryAfterSeconds: 2 });
    }
    return reply.header('cache-control', 'no-store').send({ status: 'ready' });
  });
  // RFC 7517; kept no longer than a new key is published before it signs.
  app.get('/.well-known/jwks.json', hide, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=60').send(ports.tokens.jwks()),
  );
}
