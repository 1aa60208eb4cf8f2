// mercurius, compiling documents after the first where JIT is 1.
import fastify from 'fastify';
import mercurius from 'mercurius';
import { port, resolvers, typeDefs } from './viewer.mjs';

const app = fastify();
await app.register(mercurius, { schema: typeDefs, resolvers, jit: Number(process.env.JIT) });
await app.listen({ port, host: 'localhost' });
