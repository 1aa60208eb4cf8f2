import { z } from 'zod';
import * as agentFormats from '../../schema/values/agent-formats.ts';
import * as documents from '../documents.generated.ts';
import { pageArgs, pageReply } from '../http/page.ts';
import { route } from './route.ts';
import { CapabilityAnswer, ReadCapability } from '../http/shapes/capability.ts';
import { listOf } from '../http/shapes/common.ts';
import { GrantedCapability, GrantedCapabilityDescription, SearchGranted } from '../http/shapes/granted.ts';
import { RequestCapability, RequestedToolCall } from '../http/shapes/mcp-tool-call.ts';

const tag = 'Gateway';
const byId = z.object({ id: z.string() });
const capabilities = '/api/gateway/v1/capabilities';

/** The routes for agents that do not use MCP: with the same tokens and the same grants. */
export const gatewayRoutes = [
  route('POST', `${capabilities}/search`, documents.GrantedCapabilitiesDocument, {
    credential: 'mcp',
    tag,
    summary: 'Search the granted capabilities',
    body: SearchGranted,
    answer: listOf(GrantedCapability),
    variables: ({ body: { query, mode, ...page } }) => ({
      ...pageArgs(page),
      query: query ?? null,
      mode: mode ?? null,
    }),
    reply: pageReply,
    errors: ['invalid_cursor'],
  }),
  route('GET', `${capabilities}/:id`, documents.GrantedCapabilityDocument, {
    credential: 'mcp',
    tag,
    summary: 'Describe a granted capability, with its schemas and a selection',
    params: byId,
    query: z.strictObject({
      connectionId: z.string().optional(),
      limit: z.coerce
        .number()
        .pipe(agentFormats.rowLimit)
        .optional()
        .meta({ description: 'The most rows that the selection can read, from 1 to 1000.' }),
      output: agentFormats.describedOutput.optional().meta({
        description:
          'How much of `outputSchema` to return: `summary` by default, `full`, or a pointer into the answer, such as `/items/owner`, for that part.',
      }),
    }),
    answer: GrantedCapabilityDescription,
    variables: ({ params, query: { connectionId, limit, output } }) => ({
      ...params,
      connectionId: connectionId ?? null,
      limit: limit ?? null,
      output: output ?? null,
    }),
    reply: (description) => description,
    errors: ['validation_failed'],
  }),
  route('POST', `${capabilities}/:id/read`, documents.ReadGrantedCapabilityDocument, {
    credential: 'mcp',
    tag,
    summary: 'Read from the provider with a selection, within its bounds and the grant’s',
    params: byId,
    body: ReadCapability,
    answer: CapabilityAnswer,
    variables: ({ params, body }) => ({ input: { ...body, capabilityId: params.id } }),
    reply: (answer) => answer,
    errors: [
      'selection_stale',
      'invalid_cursor',
      'invalid_request',
      'connection_unusable',
      'provider_error',
      'provider_timeout',
      'provider_unavailable',
      'vault_unavailable',
      'url_not_allowed',
    ],
  }),
  route('POST', `${capabilities}/:id/request`, documents.RequestGrantedCapabilityDocument, {
    credential: 'mcp',
    tag,
    summary: 'Request one run of a selected capability, with a person’s approval',
    params: byId,
    body: RequestCapability,
    answer: RequestedToolCall,
    status: 202,
    variables: ({ params, body }) => ({ input: { ...body, capabilityId: params.id } }),
    reply: ({ toolCall }) => toolCall,
    errors: [
      'selection_stale',
      'invalid_request',
      'connection_unusable',
      'no_eligible_approver',
      'limit_reached',
    ],
  }),
  route('GET', '/api/gateway/v1/tool-calls/:id', documents.RequestedToolCallDocument, {
    credential: 'mcp',
    tag,
    summary: 'Read a requested call and its result',
    params: byId,
    answer: RequestedToolCall,
    variables: ({ params }) => params,
    reply: (toolCall) => toolCall,
  }),
];
