export interface Echo {
  message: string;
  reference?: string;
}

const message = { type: 'string', minLength: 1, maxLength: 10_000 };
const reference = { type: 'string', maxLength: 255 };

/** The schema of the echo, with which Fastify validates the body and serializes the answer. */
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
