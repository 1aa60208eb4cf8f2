// Apollo Server on express, as in its documentation.
import { ApolloServer } from '@apollo/server';
import { expressMiddleware } from '@as-integrations/express5';
import express from 'express';
import { port, resolvers, typeDefs } from './viewer.mjs';

const server = new ApolloServer({ typeDefs, resolvers });
await server.start();
const app = express();
app.use('/graphql', express.json(), expressMiddleware(server));
app.listen(port, 'localhost');
