// The official server package with sessions: each has a server object and a transport in memory.
import { randomUUID } from 'node:crypto';
import { createServer as listen } from 'node:http';
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node';
import { createServer } from './mcp-tool.ts';

const sessions = new Map<string, NodeStreamableHTTPServerTransport>();

listen((request, response) => {
  const known = sessions.get(request.headers['mcp-session-id']?.toString() ?? '');
  void (async () => await (known ?? (await begin())).handleRequest(request, response))();
}).listen(Number(process.env['PORT']), 'localhost');

async function begin(): Promise<NodeStreamableHTTPServerTransport> {
  const transport = new NodeStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    enableJsonResponse: true,
    onsessioninitialized: (id) => void sessions.set(id, transport),
  });
  await createServer().connect(transport);
  return transport;
}
