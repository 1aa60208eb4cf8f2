// Fastify with the api-key plugin of better-auth, which verifies each key and its permissions. Like ours, it
// counts against a limit per minute, which is never reached. STORE selects the storage of the keys.
import { DatabaseSync } from 'node:sqlite';
import { apiKey } from '@better-auth/api-key';
import { betterAuth } from 'better-auth';
import fastify from 'fastify';
import pg from 'pg';
import { echoSchema } from '../peers/echo-schema.ts';

const { STORE, DATABASE_URL, KEY, PORT } = process.env;
const kept = new Map();
const secondary = {
  get: (key) => kept.get(key) ?? null,
  set: (key, value) => void kept.set(key, value),
  delete: (key) => void kept.delete(key),
};
const permissions = { sandbox: ['write'] };

const auth = betterAuth({
  baseURL: `http://localhost:${PORT}`,
  secret: 'bench-secret-bench-secret-bench-secret',
  database:
    STORE === 'postgresql' ? new pg.Pool({ connectionString: DATABASE_URL }) : new DatabaseSync(':memory:'),
  emailAndPassword: { enabled: true },
  telemetry: { enabled: false },
  plugins: [
    apiKey({
      // Every measured server reads the same bytes.
      customKeyGenerator: () => KEY,
      rateLimit: { enabled: true, timeWindow: 60_000, maxRequests: 1_000_000 },
      ...(STORE === 'map' && { storage: 'secondary-storage', customStorage: secondary }),
    }),
  ],
});
await (await auth.$context).runMigrations();
const person = { name: 'Ada', email: 'ada@bench.example', password: 'correct horse battery' };
const { user } = await auth.api.signUpEmail({ body: person });
await auth.api.createApiKey({ body: { userId: user.id, name: 'bench', permissions } });

async function verify(request, reply) {
  const { authorization = '' } = request.headers;
  const key = authorization.slice('Bearer '.length);
  const { valid } = await auth.api.verifyApiKey({ body: { key, permissions } });
  if (!valid) await reply.code(401).send({ message: 'The key is not valid.' });
}

const app = fastify();
app.post('/v1/sandbox/echo', { schema: echoSchema, onRequest: verify }, async ({ body }) => ({
  message: body.message,
  accepted: true,
  reference: body.reference,
}));
await app.listen({ port: Number(PORT), host: 'localhost' });
