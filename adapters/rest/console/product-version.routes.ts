import { z } from 'zod';
import * as documents from '../../documents.generated.ts';
import { pageArgs, pageReply } from '../../http/page.ts';
import { route } from '../route.ts';
import { ApprovalRequest } from '../../http/shapes/approval.ts';
import { listOf, listQuery } from '../../http/shapes/common.ts';
import {
  ApiProductChanges,
  ApiProductVersion,
  ApiProductVersionDetail,
  CreateApiProductVersion,
  DeprecateApiProductVersion,
  UpdateApiProductVersion,
} from '../../http/shapes/product.ts';

const tag = 'API products';
const ofProduct = z.object({ productId: z.string() });
const byId = z.object({ productId: z.string(), id: z.string() });
// A document as JSON text may take more bytes than the document.
const bodyLimitBytes = 9 * 2 ** 20;

export const productVersionRoutes = [
  route('GET', '/api/console/products/:productId/versions', documents.ApiProductVersionsDocument, {
    credential: 'session',
    tag,
    summary: 'List the versions of an API product',
    params: ofProduct,
    query: listQuery,
    answer: listOf(ApiProductVersion),
    variables: ({ params, query }) => ({ ...params, ...pageArgs(query) }),
    reply: pageReply,
  }),
  route('POST', '/api/console/products/:productId/versions', documents.CreateApiProductVersionDocument, {
    credential: 'session',
    tag,
    summary: 'Create a draft of a version from an OpenAPI document',
    params: ofProduct,
    body: CreateApiProductVersion,
    bodyLimitBytes,
    answer: ApiProductVersionDetail,
    status: 201,
    variables: ({ params, body }) => ({ input: { ...body, ...params } }),
    reply: ({ apiProductVersion }) => apiProductVersion,
    errors: ['invalid_transition', 'limit_reached', 'payload_too_large', 'rate_limited', 'url_not_allowed'],
  }),
  route('GET', '/api/console/products/:productId/versions/:id', documents.ApiProductVersionDocument, {
    credential: 'session',
    tag,
    summary: 'Read a version of an API product',
    params: byId,
    answer: ApiProductVersionDetail,
    variables: ({ params }) => params,
    reply: (apiProductVersion) => apiProductVersion,
  }),
  route('PATCH', '/api/console/products/:productId/versions/:id', documents.UpdateApiProductVersionDocument, {
    credential: 'session',
    tag,
    summary: 'Change a draft of a version',
    params: byId,
    body: UpdateApiProductVersion,
    bodyLimitBytes,
    answer: ApiProductVersionDetail,
    variables: ({ params, body }) => ({ input: { ...body, ...params } }),
    reply: ({ apiProductVersion }) => apiProductVersion,
    errors: ['invalid_transition', 'payload_too_large', 'rate_limited', 'url_not_allowed'],
  }),
  route(
    'POST',
    '/api/console/products/:productId/versions/:id/publish',
    documents.PublishApiProductVersionDocument,
    {
      credential: 'session',
      tag,
      summary: 'Publish a draft of a version',
      params: byId,
      answer: ApiProductVersionDetail,
      variables: ({ params }) => ({ input: params }),
      reply: ({ apiProductVersion }) => apiProductVersion,
      errors: ['invalid_transition', 'limit_reached', 'rate_limited', 'version_conflict'],
    },
  ),
  route(
    'POST',
    '/api/console/products/:productId/versions/:id/discard',
    documents.DiscardApiProductVersionDocument,
    {
      credential: 'session',
      tag,
      summary: 'Discard a draft of a version',
      params: byId,
      answer: ApiProductVersionDetail,
      variables: ({ params }) => ({ input: params }),
      reply: ({ apiProductVersion }) => apiProductVersion,
      errors: ['invalid_transition'],
    },
  ),
  route(
    'POST',
    '/api/console/products/:productId/versions/:id/deprecate',
    documents.DeprecateApiProductVersionDocument,
    {
      credential: 'session',
      tag,
      summary: 'Announce the end of a published version',
      params: byId,
      body: DeprecateApiProductVersion,
      answer: ApiProductVersionDetail,
      variables: ({ params, body }) => ({ input: { ...body, ...params } }),
      reply: ({ apiProductVersion }) => apiProductVersion,
      errors: ['invalid_transition'],
    },
  ),
  route(
    'POST',
    '/api/console/products/:productId/versions/:id/retire',
    documents.RetireApiProductVersionDocument,
    {
      credential: 'session',
      tag,
      summary: 'Retire a version that is no longer served',
      params: byId,
      answer: ApiProductVersionDetail,
      variables: ({ params }) => ({ input: params }),
      reply: ({ apiProductVersion }) => apiProductVersion,
      errors: ['invalid_transition'],
    },
  ),
  route('GET', '/api/console/products/:productId/changes', documents.ApiProductChangesDocument, {
    credential: 'session',
    tag,
    summary: 'Compare two versions of an API product',
    params: ofProduct,
    query: z.object({
      from: z.string().meta({ description: 'The id of the earlier version.' }),
      to: z.string().meta({ description: 'The id of the later version.' }),
    }),
    answer: ApiProductChanges,
    variables: ({ params, query }) => ({ ...params, ...query }),
    reply: ({ changes }) => ({ data: changes }),
    errors: ['invalid_transition', 'rate_limited'],
  }),
  route(
    'POST',
    '/api/console/products/:productId/versions/:id/activate',
    documents.ActivateApiProductVersionDocument,
    {
      credential: 'session',
      tag,
      summary: 'Request that a version answers live keys, which a different person decides',
      params: byId,
      answer: ApprovalRequest,
      status: 201,
      variables: ({ params }) => ({ input: params }),
      reply: ({ approvalRequest }) => approvalRequest,
      errors: ['invalid_transition', 'no_eligible_approver'],
    },
  ),
  route(
    'POST',
    '/api/console/products/:productId/versions/:id/deactivate',
    documents.DeactivateApiProductVersionDocument,
    {
      credential: 'session',
      tag,
      summary: 'End the live calls of a version',
      params: byId,
      answer: ApiProductVersionDetail,
      variables: ({ params }) => ({ input: params }),
      reply: ({ apiProductVersion }) => apiProductVersion,
      errors: ['invalid_transition'],
    },
  ),
];
