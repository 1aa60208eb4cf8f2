import type { FastifyInstance } from 'fastify';
import { refuse } from '../schema/values/errors.ts';
import type { ServerPorts } from './ports.ts';

const hide = { schema: { hide: true } };

/** Serves operators: liveness with the version, readiness with the database, and the public keys. */
export function serveHealth(app: FastifyInstance, ports: ServerPorts): void {
  app.get('/healthz', hide, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok', version: ports.settings.version }),
  );
  let asked: Promise<void> | null = null;
  // Concurrent requests share one query.
  const ping = async () => await (asked ??= ports.database.ping().finally(() => (asked = null)));
  app.get('/readyz', hide, async (_request, reply) => {
    try {
      await ping();
    } catch (cause) {
      throw refuse('service_unavailable', 'The database does not answer.', { cause, retryAfterSeconds: 2 });
    }
    return reply.header('cache-control', 'no-store').send({ status: 'ready' });
  });
  // RFC 7517. Cached for less time than a new key is published before it signs.
  app.get('/.well-known/jwks.json', hide, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=60').send(ports.tokens.jwks()),
  );
}
