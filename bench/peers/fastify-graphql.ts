// Fastify with the echo's GraphQL document, parsed once, and a schema without authorization.
import fastify from 'fastify';
import { buildSchema, execute } from 'graphql';
import { SandboxEchoDocument } from '../../adapters/documents.generated.ts';
import { echoSchema, type Echo } from './echo-schema.ts';

const schema = buildSchema(`
  type SandboxEcho { message: String! accepted: Boolean! reference: String }
  type Query { sandboxEcho(message: String!, reference: String): SandboxEcho }
`);
const rootValue = {
  sandboxEcho: ({ message, reference }: Echo) => ({ message, reference, accepted: true }),
};

const app = fastify();
app.post<{ Body: Echo }>('/v1/sandbox/echo', { schema: echoSchema }, async ({ body }) => {
  const { data } = await execute({
    schema,
    document: SandboxEchoDocument,
    rootValue,
    variableValues: { ...body },
  });
  return data?.['sandboxEcho'];
});
await app.listen({ port: Number(process.env['PORT']), host: 'localhost' });
