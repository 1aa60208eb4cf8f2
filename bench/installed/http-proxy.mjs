// @fastify/http-proxy, which adds the provider's token.
import httpProxy from '@fastify/http-proxy';
import fastify from 'fastify';

const app = fastify();
await app.register(httpProxy, {
  upstream: process.env.PROVIDER,
  replyOptions: {
    rewriteRequestHeaders: (_request, headers) => ({
      ...headers,
      authorization: `Bearer ${process.env.PROVIDER_TOKEN}`,
    }),
  },
});
await app.listen({ port: Number(process.env.PORT), host: 'localhost' });
