const order = {
  type: 'object',
  required: ['id', 'item'],
  additionalProperties: false,
  properties: { id: { type: 'string' }, item: { type: 'string', maxLength: 40 } },
};
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: '^[a-z0-9 /-]+$' } };

/** A small shop: orders that the sandbox remembers, a search, and an answer that no sample fits. */
export const shopDocument = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1.0.0' },
  paths: {
    '/orders': {
      get: {
        operationId: 'listOrders',
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 50 } },
          {
            name: 'state',
            in: 'query',
            explode: false,
            schema: { type: 'array', items: { type: 'string' } },
          },
          { name: 'X-Region', in: 'header', schema: { enum: ['eu', 'us'] } },
        ],
        responses: { 200: { description: 'All.', ...json({ type: 'array', items: order }) } },
      },
      post: {
        operationId: 'createOrder',
        requestBody: {
          required: true,
          ...json({ ...order, required: ['item'] }),
        },
        responses: { 201: { description: 'Created.', ...json(order) } },
      },
    },
    '/orders/{id}': {
      parameters: [id],
      get: {
        operationId: 'getOrder',
        responses: { 200: { description: 'One.', ...json(order) }, 404: { description: 'None.' } },
      },
      delete: { operationId: 'deleteOrder', responses: { 204: { description: 'Deleted.' } } },
    },
    '/code': {
      get: {
        operationId: 'getCode',
        responses: {
          200: {
            description: 'A code.',
            ...json({ type: 'string', pattern: '^[A-F]{40}[0-9]$', maxLength: 3 }),
          },
        },
      },
    },
  },
};
