// graphql-yoga with its defaults.
import { createServer } from 'node:http';
import { createSchema, createYoga } from 'graphql-yoga';
import { port, resolvers, typeDefs } from './viewer.mjs';

const yoga = createYoga({ schema: createSchema({ typeDefs, resolvers }), logging: false });
createServer((request, response) => void yoga(request, response)).listen(port, 'localhost');
