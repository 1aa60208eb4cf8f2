import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { DemoInMemoryAuthProvider } from '@modelcontextprotocol/sdk/examples/server/demoInMemoryOAuthProvider.js';
import { requireBearerAuth } from '@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js';
import {
  getOAuthProtectedResourceMetadataUrl,
  mcpAuthRouter,
} from '@modelcontextprotocol/sdk/server/auth/router.js';
import { createMcpExpressApp } from '@modelcontextprotocol/sdk/server/express.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { httpHost } from './listeners.ts';

export interface SdkServer {
  url: URL;
  client: { clientId: string; clientSecret: string };
}

/**
 * Starts an MCP server that requires OAuth, built with the official SDK and its authorization server. Tokens
 * must be for its own resource.
 */
export async function sdkBehindOAuth(redirectUri: string): Promise<SdkServer> {
  let serve: RequestListener = () => {};
  const host = await httpHost((request, response) => serve(request, response));
  const url = new URL('/mcp', host);
  const provider = new DemoInMemoryAuthProvider((resource) => resource?.href === url.href);
  const client = { clientId: randomUUID(), clientSecret: randomUUID() };
  await provider.clientsStore.registerClient({
    client_id: client.clientId,
    client_secret: client.clientSecret,
    redirect_uris: [redirectUri],
  });
  const app = createMcpExpressApp();
  app.use(
    mcpAuthRouter({ provider, issuerUrl: host, resourceServerUrl: url, scopesSupported: ['mcp:tools'] }),
  );
  const resourceMetadataUrl = getOAuthProtectedResourceMetadataUrl(url);
  app.use('/mcp', requireBearerAuth({ verifier: provider, resourceMetadataUrl }), (request, response) => {
    void answer(request, response, request.body);
  });
  serve = app as RequestListener;
  return { url, client };
}

async function answer(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void> {
  const server = new Server({ name: 'sdk', version: '1' }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [{ name: 'whoAmI', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }],
  }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => ({
    content: [{ type: 'text', text: params.name }],
  }));
  const transport = new StreamableHTTPServerTransport({});
  await server.connect(transport);
  await transport.handleRequest(request, response, body);
}
