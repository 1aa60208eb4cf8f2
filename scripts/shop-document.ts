const order = {
  type: 'object',
  required: ['id', 'item'],
  properties: {
    id: { type: 'string', examples: ['o-1'] },
    item: { type: 'string', examples: ['A pot of tea'] },
    copies: { type: 'integer', minimum: 1, examples: [1] },
  },
};
const json = (schema: object) => ({ content: { 'application/json': { schema } } });

/** The description of a small shop API, for the demo and the seed. */
export const shopDocument = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1.0.0', description: 'Orders of a small shop.' },
  paths: {
    '/orders': {
      get: {
        operationId: 'listOrders',
        summary: 'List the orders',
        responses: { 200: { description: 'All orders.', ...json({ type: 'array', items: order }) } },
      },
      post: {
        operationId: 'createOrder',
        summary: 'Order something',
        requestBody: { required: true, ...json({ ...order, required: ['item'] }) },
        responses: { 201: { description: 'The order.', ...json(order) } },
      },
    },
    '/orders/{id}': {
      get: {
        operationId: 'getOrder',
        summary: 'Read an order',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 200: { description: 'The order.', ...json(order) } },
      },
    },
  },
};
