// What Fastify alone costs: the echo with JSON schemas for the body and the answer.
import fastify from 'fastify';

const message = { type: 'string', minLength: 1, maxLength: 10_000 };
const reference = { type: 'string', maxLength: 255 };

const app = fastify();
app.post<{ Body: { message: string; reference?: string } }>(
  '/v1/sandbox/echo',
  {
    schema: {
      body: {
        type: 'object',
        required: ['message'],
        additionalProperties: false,
        properties: { message, reference },
      },
      response: {
        200: { type: 'object', properties: { message, accepted: { type: 'boolean' }, reference } },
      },
    },
  },
  (request, reply) => {
    const { body } = request;
    void reply.send({ message: body.message, accepted: true, reference: body.reference });
  },
);
await app.listen({ port: Number(process.env['PORT']), host: 'localhost' });
