import {
  Client,
  ClientCredentialsProvider,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';

/** Connects an agent with its MCP credential, and returns a function that calls a tool. */
export async function connect(origin, clientId, clientSecret) {
  const authProvider = new ClientCredentialsProvider({
    clientId,
    clientSecret,
    expectedIssuer: `${origin}/oauth`,
  });
  const client = new Client({ name: 'my-agent', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { authProvider }));

  const call = async (name, args) => {
    const { structuredContent, content, isError } = await client.callTool({ name, arguments: args });
    if (isError) throw new Error(content[0].text);
    return structuredContent;
  };
  return { call, close: async () => await client.close() };
}
