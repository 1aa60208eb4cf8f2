export interface Echo {
  message: string;
  reference?: string;
}

const message = { type: 'string', minLength: 1, maxLength: 10_000 };
const reference = { type: 'string', maxLength: 255 };

/** What Fastify is told of the echo, so that it judges the body and writes the answer by it. */
export const echoSchema = {
  body: {
    type: 'object',
    required: ['message'],
    additionalProperties: false,
    properties: { message, reference },
  },
  response: {
    200: { type: 'object', properties: { message, accepted: { type: 'boolean' }, reference } },
  },
};
