import { z } from 'zod';
import * as agentFormats from '../../../schema/values/agent-formats.ts';
import * as documents from '../../documents.generated.ts';
import { pageArgs, pageReply } from '../../http/page.ts';
import { route } from '../route.ts';
import {
  Capability,
  CapabilityAnswer,
  CapabilityDescription,
  ReadCapability,
} from '../../http/shapes/capability.ts';
import { listOf, forwardQuery } from '../../http/shapes/common.ts';

const tag = 'Capabilities';
const capabilities = '/api/console/connect/capabilities';

export const capabilityRoutes = [
  route('GET', capabilities, documents.CapabilitiesDocument, {
    credential: 'session',
    tag,
    summary: 'Search the capabilities of the workspace’s providers',
    query: forwardQuery.extend({
      query: agentFormats.searchQuery
        .optional()
        .meta({ description: 'The search words; typos are tolerated.' }),
      mode: z.enum(['read', 'write']).optional(),
      connectorId: z.string().optional(),
    }),
    answer: listOf(Capability),
    variables: ({ query: { query, mode, connectorId, ...page } }) => ({
      ...pageArgs(page),
      query: query ?? null,
      mode: mode ?? null,
      connectorId: connectorId ?? null,
    }),
    reply: pageReply,
  }),
  route('GET', `${capabilities}/:id`, documents.CapabilityDocument, {
    credential: 'session',
    tag,
    summary: 'Describe a capability with its schemas and, with a connection, a selection to read it',
    params: z.object({ id: z.string() }),
    query: z.strictObject({
      connectionId: z.string().optional(),
      limit: z.coerce
        .number()
        .pipe(agentFormats.rowLimit)
        .optional()
        .meta({ description: 'The most rows that the selection can read, from 1 to 1000.' }),
    }),
    answer: CapabilityDescription,
    variables: ({ params, query: { connectionId, limit } }) => ({
      ...params,
      connectionId: connectionId ?? null,
      limit: limit ?? null,
    }),
    reply: (description) => description,
  }),
  route('POST', `${capabilities}/read`, documents.ReadCapabilityDocument, {
    credential: 'session',
    tag,
    summary: 'Read from a provider with a selection, within its bounds',
    body: ReadCapability,
    answer: CapabilityAnswer,
    variables: ({ body }) => ({ input: body }),
    reply: (answer) => answer,
    errors: [
      'selection_stale',
      'invalid_cursor',
      'connection_unusable',
      'provider_error',
      'provider_timeout',
      'provider_unavailable',
      'vault_unavailable',
    ],
  }),
];
