import fastify from 'fastify';
import { afterAll } from 'vitest';
import { serveMcp } from '../../../adapters/mcp/serve.ts';
import { toolMethods } from '../../../adapters/mcp/tool-methods.ts';
import type { McpCaller } from '../../../schema/kernel/access/caller.ts';
import { createContext } from '../../../schema/command/create-context.ts';
import { agentSessions } from '../../../schema/identity/mcp-credential/agent-sessions.ts';
import { newId } from '../../../schema/values/id.ts';
import { Reads } from '../../../schema/values/reads.ts';
import { clientOf } from '../../../adapters/http/arrival.ts';
import { readJson } from '../../../adapters/http/body.ts';
import { answerOtherMethods } from '../../../adapters/http/other-methods.ts';
import type { TestApp } from '../app.ts';
import { fixtureMethods } from './methods.ts';
import { fixtureTools } from './tools.ts';

const described = {
  self: { name: 'fixture', title: 'What the conformance suite calls', version: '1' },
  capabilities: { tools: {}, prompts: {}, resources: { subscribe: false }, completions: {}, logging: {} },
  instructions: 'Call what you are told to.',
};

/** Serves the conformance suite's tools through the product’s transport and dispatch, without credentials. */
export async function fixtureServer(
  { ports, config }: TestApp,
  credential: Pick<McpCaller, 'credentialId' | 'workspaceId'>,
): Promise<URL> {
  const caller: McpCaller = {
    kind: 'MCP',
    ...credential,
    credentialVersion: 1,
    holderId: 'mem_none',
    scopes: [],
    tokenExpiresAt: new Date(8.64e15),
    persons: [],
    reads: new Reads(),
  };
  const app = fastify({ genReqId: () => newId('request') });
  app.decorateRequest('refusedAs', null);
  answerOtherMethods(app, { maxParamLength: 100 });
  readJson(app);
  await app.register(async (plugin) =>
    serveMcp(plugin, {
      baseUrl: config.baseUrl,
      bodyLimitBytes: 1_048_576,
      log: ports.log,
      sessions: agentSessions,
      described,
      methods: [...toolMethods(fixtureTools), ...fixtureMethods],
      contextOf: async (request) => await Promise.resolve(createContext(ports, clientOf(request), caller)),
      countRequest: async () => {},
    }),
  );
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  afterAll(async () => {
    app.server.closeAllConnections();
    await app.close();
  });
  return new URL('/mcp', origin);
}
