// Fastify with a handwritten key check: it looks up the digest in memory, without limits, counters or logs.
import { hash } from 'node:crypto';
import fastify from 'fastify';
import { echoSchema, type Echo } from './echo-schema.ts';

const keys = new Map<string, { scopes: string[] }>();
const app = fastify();
app.addHook('onRequest', (request, reply, done) => {
  const { authorization = '' } = request.headers;
  const digest = hash('sha256', authorization.slice('Bearer '.length), 'base64');
  // The first key that arrives becomes the valid one.
  if (keys.size === 0 && authorization) keys.set(digest, { scopes: ['write'] });
  if (keys.get(digest)?.scopes.includes('write')) done();
  else void reply.code(401).send({ message: 'The key is not valid.' });
});
app.post<{ Body: Echo }>('/v1/sandbox/echo', { schema: echoSchema }, (request, reply) => {
  const { body } = request;
  void reply.send({ message: body.message, accepted: true, reference: body.reference });
});
await app.listen({ port: Number(process.env['PORT']), host: 'localhost' });
