// mercurius' subscriptions as in its documentation: each event runs each subscriber's operation.
import fastify from 'fastify';
import mercurius from 'mercurius';

const schema = `
  type Resource { id: ID! }
  type Event { id: ID! position: Int! resource: Resource! }
  type EventOccurred { cursor: String! type: String! event: Event! }
  type Query { nothing: String }
  type Subscription { eventOccurred(after: String): EventOccurred! }
`;
const resolvers = {
  Subscription: {
    eventOccurred: { subscribe: async (_root, _args, { pubsub }) => await pubsub.subscribe('event') },
  },
};
const app = fastify();
await app.register(mercurius, { schema, resolvers, subscription: true });
app.post('/', async ({ body }) => {
  const payload = JSON.parse(body).payload.data;
  await new Promise((resolve) => app.graphql.pubsub.publish({ topic: 'event', payload }, resolve));
  return {};
});
await app.listen({ port: Number(process.env.PORT), host: 'localhost' });
