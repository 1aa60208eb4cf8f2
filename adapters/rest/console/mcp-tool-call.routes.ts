import { z } from 'zod';
import * as documents from '../../documents.generated.ts';
import { pageArgs, pageReply } from '../../http/page.ts';
import { route } from '../route.ts';
import { ApprovalStatus } from '../../http/shapes/approval.ts';
import { listOf, listQuery } from '../../http/shapes/common.ts';
import { McpToolCall } from '../../http/shapes/mcp-tool-call.ts';
import { ToolCallStats } from '../../http/shapes/series.ts';
import { spanArgs, spanQuery } from '../../http/span.ts';

const tag = 'MCP tool calls';
const toolCalls = '/api/console/mcp/tool-calls';

export const mcpToolCallRoutes = [
  route('GET', toolCalls, documents.McpToolCallsDocument, {
    credential: 'session',
    tag,
    summary: 'List the tool calls that agents requested',
    query: listQuery.extend({
      credentialId: z.string().optional(),
      status: ApprovalStatus.optional().meta({ description: 'Only calls with this status.' }),
    }),
    answer: listOf(McpToolCall),
    variables: ({ query: { credentialId, status, ...page } }) => ({
      ...pageArgs(page),
      credentialId: credentialId ?? null,
      status: status ?? null,
    }),
    reply: pageReply,
  }),
  route('GET', '/api/console/mcp/tool-call-stats', documents.ToolCallStatsDocument, {
    credential: 'session',
    tag,
    summary: 'Count the tool calls and how they ended, by the hour or day',
    query: spanQuery,
    answer: ToolCallStats,
    variables: ({ query }) => spanArgs(query),
    reply: (stats) => stats,
  }),
  route('GET', `${toolCalls}/:id`, documents.McpToolCallDocument, {
    credential: 'session',
    tag,
    summary: 'Read one, with its arguments if the caller may approve it',
    params: z.object({ id: z.string() }),
    answer: McpToolCall,
    variables: ({ params }) => params,
    reply: (toolCall) => toolCall,
  }),
];
