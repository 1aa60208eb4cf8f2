// graphql-ws over ws with yoga's pubsub, as in their documentation: each event runs each subscriber's
// operation.
import { createServer } from 'node:http';
import { handleProtocols } from 'graphql-ws';
import { useServer } from 'graphql-ws/use/ws';
import { createPubSub, createSchema } from 'graphql-yoga';
import { WebSocketServer } from 'ws';

const pubSub = createPubSub();
const schema = createSchema({
  typeDefs: `
    type Resource { id: ID! }
    type Event { id: ID! position: Int! resource: Resource! }
    type EventOccurred { cursor: String! type: String! event: Event! }
    type Query { nothing: String }
    type Subscription { eventOccurred(after: String): EventOccurred! }
  `,
  resolvers: {
    Subscription: {
      eventOccurred: { subscribe: () => pubSub.subscribe('event'), resolve: (told) => told },
    },
  },
});
const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const frame = Buffer.concat(chunks).toString();
    if (frame) pubSub.publish('event', JSON.parse(frame).payload.data.eventOccurred);
    response.end('{}');
  });
});
useServer({ schema }, new WebSocketServer({ server, path: '/graphql', handleProtocols }));
server.listen(Number(process.env.PORT), 'localhost');
process.on('SIGTERM', () => process.exit());
