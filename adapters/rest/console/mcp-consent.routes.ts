import { z } from 'zod';
import * as documents from '../../documents.generated.ts';
import { pageArgs, pageReply } from '../../http/page.ts';
import { route } from '../route.ts';
import { listOf, listQuery } from '../../http/shapes/common.ts';
import { McpConsent } from '../../http/shapes/mcp-consent.ts';

const tag = 'MCP credentials and grants';
const consents = '/api/console/mcp/consents';

export const mcpConsentRoutes = [
  route('GET', consents, documents.McpConsentsDocument, {
    credential: 'session',
    tag,
    summary: 'List the clients that work in the caller’s name, in all workspaces',
    query: listQuery,
    answer: listOf(McpConsent),
    variables: ({ query }) => pageArgs(query),
    reply: pageReply,
  }),
  route('POST', `${consents}/:id/revoke`, documents.RevokeMcpConsentDocument, {
    credential: 'session',
    tag,
    summary: 'Revoke a consent of the caller, with its tokens',
    params: z.object({ id: z.string() }),
    answer: McpConsent,
    variables: ({ params }) => ({ input: params }),
    reply: ({ mcpConsent }) => mcpConsent,
    errors: ['invalid_transition'],
  }),
];
