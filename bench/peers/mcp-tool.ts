import { McpServer, type CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { self } from './self.ts';

const result = JSON.parse(process.env['RESULT'] ?? '{}') as CallToolResult;

const input = z.strictObject({
  query: z.string().max(200).optional(),
  mode: z.enum(['read', 'write']).optional(),
  limit: z.int().min(1).max(50).default(10),
});
const output = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      description: z.string(),
      mode: z.enum(['read', 'write']),
      provider: z.string().nullable(),
      connections: z.array(z.object({ id: z.string(), name: z.string().nullable() })),
    }),
  ),
  page: z.object({ nextCursor: z.string().nullable(), hasMore: z.boolean() }),
});

/**
 * Creates a server with the official package. Its search returns the result given at the start of the
 * process.
 */
export function createServer(): McpServer {
  const server = new McpServer(self);
  const described = { description: 'Finds what you may do.', inputSchema: input, outputSchema: output };
  server.registerTool('search_capabilities', described, () => result);
  return server;
}
