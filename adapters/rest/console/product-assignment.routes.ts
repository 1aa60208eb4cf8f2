import { z } from 'zod';
import * as documents from '../../documents.generated.ts';
import { pageArgs, pageReply } from '../../http/page.ts';
import { route } from '../route.ts';
import { listOf, listQuery } from '../../http/shapes/common.ts';
import {
  AssignApiProduct,
  ProductAssignment,
  UpdateProductAssignment,
} from '../../http/shapes/product-assignment.ts';

const tag = 'API products';
const ofApplication = z.object({ applicationId: z.string() });
const ofProduct = z.object({ productId: z.string() });
const byId = z.object({ applicationId: z.string(), id: z.string() });

export const productAssignmentRoutes = [
  route('GET', '/api/console/applications/:applicationId/assignments', documents.ProductAssignmentsDocument, {
    credential: 'session',
    tag,
    summary: 'List the API products that are assigned to an application',
    params: ofApplication,
    query: listQuery,
    answer: listOf(ProductAssignment),
    variables: ({ params, query }) => ({ ...params, ...pageArgs(query) }),
    reply: pageReply,
  }),
  route('GET', '/api/console/products/:productId/assignments', documents.ProductAssignmentsDocument, {
    operationId: 'assignmentsOfProduct',
    credential: 'session',
    tag,
    summary: 'List the assignments of an API product to applications',
    params: ofProduct,
    query: listQuery,
    answer: listOf(ProductAssignment),
    variables: ({ params, query }) => ({ ...params, ...pageArgs(query) }),
    reply: pageReply,
  }),
  route('POST', '/api/console/applications/:applicationId/assignments', documents.AssignApiProductDocument, {
    credential: 'session',
    tag,
    summary: 'Assign a major version of an API product to an application, for the sandbox',
    params: ofApplication,
    body: AssignApiProduct,
    answer: ProductAssignment,
    status: 201,
    variables: ({ params, body }) => ({ input: { ...body, ...params } }),
    reply: ({ productAssignment }) => productAssignment,
    errors: ['already_granted', 'invalid_transition', 'limit_reached'],
  }),
  route(
    'PATCH',
    '/api/console/applications/:applicationId/assignments/:id',
    documents.UpdateProductAssignmentDocument,
    {
      credential: 'session',
      tag,
      summary: 'Change an assignment’s operations or quota',
      params: byId,
      body: UpdateProductAssignment,
      answer: ProductAssignment,
      variables: ({ params, body }) => ({ input: { ...body, ...params } }),
      reply: ({ productAssignment }) => productAssignment,
      errors: ['invalid_transition'],
    },
  ),
  route(
    'DELETE',
    '/api/console/applications/:applicationId/assignments/:id',
    documents.UnassignApiProductDocument,
    {
      credential: 'session',
      tag,
      summary: 'Remove an assignment of an API product',
      params: byId,
      answer: ProductAssignment,
      variables: ({ params }) => ({ input: params }),
      reply: ({ productAssignment }) => productAssignment,
      errors: ['invalid_transition'],
    },
  ),
];
