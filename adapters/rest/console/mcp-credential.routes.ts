import { z } from 'zod';
import * as documents from '../../documents.generated.ts';
import { pageArgs, pageReply } from '../../http/page.ts';
import { route } from '../route.ts';
import { listOf, listQuery, Reason } from '../../http/shapes/common.ts';
import {
  CreateMcpCredential,
  McpCredential,
  RotateMcpCredential,
  ShownMcpCredential,
} from '../../http/shapes/mcp-credential.ts';

const tag = 'MCP credentials and grants';
const byId = z.object({ id: z.string() });
const credentials = '/api/console/mcp/credentials';

export const mcpCredentialRoutes = [
  route('GET', credentials, documents.McpCredentialsDocument, {
    credential: 'session',
    tag,
    summary: 'List the MCP credentials, including revoked ones',
    query: listQuery,
    answer: listOf(McpCredential),
    variables: ({ query }) => pageArgs(query),
    reply: pageReply,
  }),
  route('POST', credentials, documents.CreateMcpCredentialDocument, {
    credential: 'session',
    tag,
    summary: 'Create an MCP credential; a secret is returned only once',
    body: CreateMcpCredential,
    answer: ShownMcpCredential,
    status: 201,
    variables: ({ body }) => ({ input: body }),
    reply: ({ mcpCredential, ...shown }) => ({ ...mcpCredential, ...shown }),
    errors: ['expiry_out_of_range', 'limit_reached'],
  }),
  route('GET', `${credentials}/:id`, documents.McpCredentialDocument, {
    credential: 'session',
    tag,
    summary: 'Read an MCP credential',
    params: byId,
    answer: McpCredential,
    variables: ({ params }) => params,
    reply: (mcpCredential) => mcpCredential,
  }),
  route('POST', `${credentials}/:id/rotate`, documents.RotateMcpCredentialDocument, {
    credential: 'session',
    tag,
    summary: 'Replace its secret or key; the old one stops immediately',
    params: byId,
    body: RotateMcpCredential,
    answer: ShownMcpCredential,
    variables: ({ params, body }) => ({ input: { ...body, ...params } }),
    reply: ({ mcpCredential, ...shown }) => ({ ...mcpCredential, ...shown }),
    errors: ['invalid_transition'],
  }),
  route('POST', `${credentials}/:id/revoke`, documents.RevokeMcpCredentialDocument, {
    credential: 'session',
    tag,
    summary: 'Revoke it and its tokens permanently',
    params: byId,
    body: Reason.optional(),
    answer: McpCredential,
    variables: ({ params, body }) => ({ input: { ...body, ...params } }),
    reply: ({ mcpCredential }) => mcpCredential,
    errors: ['invalid_transition'],
  }),
];
