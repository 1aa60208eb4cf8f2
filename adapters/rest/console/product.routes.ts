import { z } from 'zod';
import * as documents from '../../documents.generated.ts';
import { pageArgs, pageReply } from '../../http/page.ts';
import { route } from '../route.ts';
import { listOf, listQuery } from '../../http/shapes/common.ts';
import { ApiProduct, CreateApiProduct, UpdateApiProduct } from '../../http/shapes/product.ts';

const tag = 'API products';
const byId = z.object({ id: z.string() });

export const productRoutes = [
  route('GET', '/api/console/products', documents.ApiProductsDocument, {
    credential: 'session',
    tag,
    summary: 'List the API products that are not retired',
    query: listQuery,
    answer: listOf(ApiProduct),
    variables: ({ query }) => pageArgs(query),
    reply: pageReply,
  }),
  route('POST', '/api/console/products', documents.CreateApiProductDocument, {
    credential: 'session',
    tag,
    summary: 'Create an API product',
    body: CreateApiProduct,
    answer: ApiProduct,
    status: 201,
    variables: ({ body }) => ({ input: body }),
    reply: ({ apiProduct }) => apiProduct,
    errors: ['limit_reached', 'name_taken'],
  }),
  route('GET', '/api/console/products/:id', documents.ApiProductDocument, {
    credential: 'session',
    tag,
    summary: 'Read an API product',
    params: byId,
    answer: ApiProduct,
    variables: ({ params }) => params,
    reply: (apiProduct) => apiProduct,
  }),
  route('PATCH', '/api/console/products/:id', documents.UpdateApiProductDocument, {
    credential: 'session',
    tag,
    summary: 'Change an API product',
    params: byId,
    body: UpdateApiProduct,
    answer: ApiProduct,
    variables: ({ params, body }) => ({ input: { ...body, ...params } }),
    reply: ({ apiProduct }) => apiProduct,
    errors: ['invalid_transition'],
  }),
  route('POST', '/api/console/products/:id/retire', documents.RetireApiProductDocument, {
    credential: 'session',
    tag,
    summary: 'Retire an API product',
    params: byId,
    answer: ApiProduct,
    variables: ({ params }) => ({ input: params }),
    reply: ({ apiProduct }) => apiProduct,
    errors: ['in_use', 'invalid_transition'],
  }),
];
