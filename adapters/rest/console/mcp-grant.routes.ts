import { z } from 'zod';
import * as documents from '../../documents.generated.ts';
import { pageArgs, pageReply } from '../../http/page.ts';
import { route } from '../route.ts';
import { listOf, listQuery, Reason } from '../../http/shapes/common.ts';
import {
  CreateMcpGrant,
  McpGrant,
  MovedMcpGrants,
  MoveMcpGrants,
  UpdateMcpGrant,
} from '../../http/shapes/mcp-grant.ts';

const tag = 'MCP credentials and grants';
const byId = z.object({ id: z.string() });
const grants = '/api/console/mcp/grants';

export const mcpGrantRoutes = [
  route('GET', grants, documents.McpGrantsDocument, {
    credential: 'session',
    tag,
    summary: 'List the grants, including revoked ones',
    query: listQuery.extend({
      credentialId: z.string().min(1).optional(),
      versionId: z.string().min(1).optional(),
      credentialReferenceId: z.string().min(1).optional(),
    }),
    answer: listOf(McpGrant),
    variables: ({ query: { credentialId, versionId, credentialReferenceId, ...page } }) => ({
      ...pageArgs(page),
      credentialId: credentialId ?? null,
      versionId: versionId ?? null,
      credentialReferenceId: credentialReferenceId ?? null,
    }),
    reply: pageReply,
  }),
  route('POST', grants, documents.CreateMcpGrantDocument, {
    credential: 'session',
    tag,
    summary: 'Grant an MCP credential one tool of a published version',
    body: CreateMcpGrant,
    answer: McpGrant,
    status: 201,
    variables: ({ body }) => ({ input: body }),
    reply: ({ mcpGrant }) => mcpGrant,
    errors: ['not_found', 'invalid_transition', 'already_granted', 'limit_reached', 'expiry_out_of_range'],
  }),
  route('POST', `${grants}/move`, documents.MoveMcpGrantsDocument, {
    credential: 'session',
    tag,
    summary: 'Move the grants of one version to another, where the tools are the same',
    body: MoveMcpGrants,
    answer: MovedMcpGrants,
    variables: ({ body }) => ({ input: body }),
    reply: (moved) => moved,
    errors: ['not_found', 'invalid_transition'],
  }),
  route('GET', `${grants}/:id`, documents.McpGrantDocument, {
    credential: 'session',
    tag,
    summary: 'Read a grant',
    params: byId,
    answer: McpGrant,
    variables: ({ params }) => params,
    reply: (mcpGrant) => mcpGrant,
  }),
  route('PATCH', `${grants}/:id`, documents.UpdateMcpGrantDocument, {
    credential: 'session',
    tag,
    summary: 'Change its bounds from the next call on',
    params: byId,
    body: UpdateMcpGrant,
    answer: McpGrant,
    variables: ({ params, body }) => ({ input: { ...body, ...params } }),
    reply: ({ mcpGrant }) => mcpGrant,
    errors: ['invalid_transition', 'expiry_out_of_range'],
  }),
  route('POST', `${grants}/:id/revoke`, documents.RevokeMcpGrantDocument, {
    credential: 'session',
    tag,
    summary: 'Revoke it immediately and permanently',
    params: byId,
    body: Reason.optional(),
    answer: McpGrant,
    variables: ({ params, body }) => ({ input: { ...body, ...params } }),
    reply: ({ mcpGrant }) => mcpGrant,
    errors: ['invalid_transition'],
  }),
];
