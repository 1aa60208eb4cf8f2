// mercurius; with JIT=1 it compiles a document after its first run.
import fastify from 'fastify';
import mercurius from 'mercurius';
import { port, resolvers, typeDefs } from './viewer.mjs';

const app = fastify();
await app.register(mercurius, { schema: typeDefs, resolvers, jit: Number(process.env.JIT) });
await app.listen({ port, host: 'localhost' });
