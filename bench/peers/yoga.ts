// graphql-yoga as it comes, with one field.
import { createServer } from 'node:http';
import { createSchema, createYoga } from 'graphql-yoga';

const yoga = createYoga({
  schema: createSchema({
    typeDefs: 'type Query { hello: String! }',
    resolvers: { Query: { hello: () => 'hello' } },
  }),
});
createServer((request, response) => void yoga(request, response)).listen(
  Number(process.env['PORT']),
  'localhost',
);
