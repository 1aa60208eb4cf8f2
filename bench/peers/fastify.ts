// The cost of Fastify alone: the echo with JSON schemas for the body and the answer.
import fastify from 'fastify';
import { echoSchema, type Echo } from './echo-schema.ts';

const app = fastify();
app.post<{ Body: Echo }>('/v1/sandbox/echo', { schema: echoSchema }, (request, reply) => {
  const { body } = request;
  void reply.send({ message: body.message, accepted: true, reference: body.reference });
});
await app.listen({ port: Number(process.env['PORT']), host: 'localhost' });
