import { z } from 'zod';
import * as documents from '../../documents.generated.ts';
import { countedArgs, pageReply } from '../../http/page.ts';
import { route } from '../route.ts';
import { ApiKeyCalls } from '../../http/shapes/series.ts';
import { spanArgs, spanQuery } from '../../http/span.ts';
import {
  ApiKey,
  CreateApiKey,
  CreateSuccessor,
  EffectiveStatus,
  ShownApiKey,
} from '../../http/shapes/api-key.ts';
import { Reason, countedListOf, countedQuery, moment } from '../../http/shapes/common.ts';

const ofApplication = z.object({ applicationId: z.string() });
const ofKey = z.object({ applicationId: z.string(), keyId: z.string() });
const address = ({ applicationId, keyId }: z.output<typeof ofKey>) => ({ applicationId, id: keyId });

const keysQuery = countedQuery.extend({
  environment: z.enum(['SANDBOX', 'LIVE']).optional().meta({ description: 'Only keys of this environment.' }),
  effectiveStatus: EffectiveStatus.optional().meta({
    description: 'Only keys with this effective status.',
  }),
  unusedSince: moment.optional().meta({
    description: 'Only keys that were created before this time and have had no call since.',
  }),
});
const filtersOf = (query: z.output<typeof keysQuery>) => ({
  ...countedArgs(query),
  environment: query.environment ?? null,
  effectiveStatus: query.effectiveStatus ?? null,
  unusedSince: query.unusedSince ?? null,
});

export const keyRoutes = [
  route('GET', '/api/console/api-keys', documents.ApiKeysDocument, {
    operationId: 'workspaceApiKeys',
    credential: 'session',
    tag: 'API keys',
    summary: 'List the keys of all applications',
    query: keysQuery.extend({
      applicationId: z.string().optional().meta({ description: 'Only keys of this application.' }),
    }),
    answer: countedListOf(ApiKey),
    variables: ({ query }) => ({ ...filtersOf(query), applicationId: query.applicationId ?? null }),
    reply: pageReply,
  }),
  route('GET', '/api/console/applications/:applicationId/keys', documents.ApiKeysDocument, {
    credential: 'session',
    tag: 'API keys',
    summary: 'List the keys of an application',
    params: ofApplication,
    query: keysQuery,
    answer: countedListOf(ApiKey),
    variables: ({ params, query }) => ({ ...params, ...filtersOf(query) }),
    reply: pageReply,
  }),
  route('POST', '/api/console/applications/:applicationId/keys', documents.CreateApiKeyDocument, {
    credential: 'session',
    tag: 'API keys',
    summary: 'Create a key; its secret is returned only once',
    params: ofApplication,
    body: CreateApiKey,
    answer: ShownApiKey,
    status: 201,
    variables: ({ params, body }) => ({ input: { ...body, ...params } }),
    reply: ({ apiKey, ...shown }) => ({ ...apiKey, ...shown }),
    errors: [
      'name_taken',
      'limit_reached',
      'invalid_transition',
      'expiry_out_of_range',
      'production_access_required',
      'production_access_suspended',
      'rate_limited',
    ],
  }),
  route('GET', '/api/console/applications/:applicationId/keys/:keyId', documents.ApiKeyDocument, {
    credential: 'session',
    tag: 'API keys',
    summary: 'Read a key',
    params: ofKey,
    answer: ApiKey,
    variables: ({ params }) => address(params),
    reply: (apiKey) => apiKey,
  }),
  route('GET', '/api/console/applications/:applicationId/calls', documents.ApiKeyCallsDocument, {
    credential: 'session',
    tag: 'API keys',
    summary: 'Count the calls of its keys, or of one of them, by the hour or day',
    params: ofApplication,
    query: spanQuery.extend({
      apiKeyId: z.string().optional().meta({ description: 'Only calls of this key.' }),
    }),
    answer: ApiKeyCalls,
    variables: ({ params, query: { apiKeyId, ...query } }) => ({
      ...params,
      apiKeyId: apiKeyId ?? null,
      ...spanArgs(query),
    }),
    reply: (calls) => calls,
  }),
  route(
    'POST',
    '/api/console/applications/:applicationId/keys/:keyId/successor',
    documents.CreateSuccessorApiKeyDocument,
    {
      credential: 'session',
      tag: 'API keys',
      summary: 'Create a successor of a key; both work for some hours',
      params: ofKey,
      body: CreateSuccessor,
      answer: ShownApiKey,
      status: 201,
      variables: ({ params, body }) => ({ input: { ...body, ...address(params) } }),
      reply: ({ apiKey, ...shown }) => ({ ...apiKey, ...shown }),
      errors: [
        'key_not_rotatable',
        'name_taken',
        'limit_reached',
        'invalid_transition',
        'production_access_required',
        'production_access_suspended',
      ],
    },
  ),
  route(
    'POST',
    '/api/console/applications/:applicationId/keys/:keyId/rotate',
    documents.RotateApiKeyDocument,
    {
      credential: 'session',
      tag: 'API keys',
      summary: 'Replace a key’s secret; the old one stops immediately',
      params: ofKey,
      answer: ShownApiKey,
      variables: ({ params }) => ({ input: address(params) }),
      reply: ({ apiKey, ...shown }) => ({ ...apiKey, ...shown }),
      errors: ['key_not_rotatable'],
    },
  ),
  route(
    'POST',
    '/api/console/applications/:applicationId/keys/:keyId/revoke',
    documents.RevokeApiKeyDocument,
    {
      credential: 'session',
      tag: 'API keys',
      summary: 'Revoke a key permanently',
      params: ofKey,
      body: Reason.optional(),
      answer: ApiKey,
      variables: ({ params, body }) => ({ input: { ...body, ...address(params) } }),
      reply: ({ apiKey }) => apiKey,
      errors: ['invalid_transition'],
    },
  ),
];
