import { z } from 'zod';
import * as documents from '../../documents.generated.ts';
import { pageArgs, pageReply } from '../../http/page.ts';
import { route } from '../route.ts';
import { listOf, listQuery } from '../../http/shapes/common.ts';
import { CreateMcpClient, McpClient, UpdateMcpClient } from '../../http/shapes/mcp-client.ts';

const tag = 'MCP clients';
const byId = z.object({ id: z.string() });
const clients = '/api/console/mcp/clients';

export const mcpClientRoutes = [
  route('GET', clients, documents.McpClientsDocument, {
    credential: 'session',
    tag,
    summary: 'List the MCP clients that are not deleted',
    query: listQuery,
    answer: listOf(McpClient),
    variables: ({ query }) => pageArgs(query),
    reply: pageReply,
  }),
  route('POST', clients, documents.CreateMcpClientDocument, {
    credential: 'session',
    tag,
    summary: 'Register an MCP client; its id is the `client_id`',
    body: CreateMcpClient,
    answer: McpClient,
    status: 201,
    variables: ({ body }) => ({ input: body }),
    reply: ({ mcpClient }) => mcpClient,
    errors: ['limit_reached'],
  }),
  route('GET', `${clients}/:id`, documents.McpClientDocument, {
    credential: 'session',
    tag,
    summary: 'Read an MCP client',
    params: byId,
    answer: McpClient,
    variables: ({ params }) => params,
    reply: (mcpClient) => mcpClient,
  }),
  route('PATCH', `${clients}/:id`, documents.UpdateMcpClientDocument, {
    credential: 'session',
    tag,
    summary: 'Rename an MCP client',
    params: byId,
    body: UpdateMcpClient,
    answer: McpClient,
    variables: ({ params, body }) => ({ input: { ...body, ...params } }),
    reply: ({ mcpClient }) => mcpClient,
    errors: ['invalid_transition'],
  }),
  route('DELETE', `${clients}/:id`, documents.DeleteMcpClientDocument, {
    credential: 'session',
    tag,
    summary: 'Delete an MCP client permanently, with its consents and tokens',
    params: byId,
    answer: McpClient,
    variables: ({ params }) => ({ input: params }),
    reply: ({ mcpClient }) => mcpClient,
    errors: ['invalid_transition'],
  }),
];
