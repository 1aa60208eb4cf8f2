// The document that every contestant of the products part serves.
const order = {
  type: 'object',
  required: ['id', 'item', 'quantity'],
  properties: {
    id: { type: 'string' },
    item: { type: 'string', minLength: 1, maxLength: 80 },
    quantity: { type: 'integer', minimum: 1, maximum: 99 },
    color: { type: 'string', enum: ['red', 'green'] },
  },
};
const answer = {
  description: 'The order.',
  content: { 'application/json': { schema: order, example: { id: 'o-1', item: 'Lamp', quantity: 2 } } },
};
const input = { ...order, required: ['item', 'quantity'] };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string', maxLength: 40 } };
const verbose = { name: 'verbose', in: 'query', schema: { type: 'boolean' } };

export const document = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1.0.0' },
  paths: {
    '/quotes': {
      post: {
        operationId: 'quote',
        requestBody: { required: true, content: { 'application/json': { schema: input } } },
        responses: { 200: answer },
      },
    },
    '/quotes/{id}': {
      get: { operationId: 'getQuote', parameters: [id, verbose], responses: { 200: answer } },
    },
  },
};
