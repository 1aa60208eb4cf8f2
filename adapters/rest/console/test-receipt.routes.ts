import { z } from 'zod';
import * as documents from '../../documents.generated.ts';
import { listOf, listQuery } from '../../http/shapes/common.ts';
import {
  CallExplorer,
  CheckSampleData,
  ExplorerAnswer,
  ProductCoverage,
  SampleCheck,
  TestReceipt,
} from '../../http/shapes/test-receipt.ts';
import { pageArgs, pageReply } from '../../http/page.ts';
import { route } from '../route.ts';

const tag = 'API products';
const application = '/api/console/applications/:applicationId';
const ofApplication = z.object({ applicationId: z.string() });
const byId = z.object({ applicationId: z.string(), id: z.string() });

export const testReceiptRoutes = [
  route('POST', `${application}/explorer/:product/:operationId`, documents.CallExplorerDocument, {
    credential: 'session',
    tag,
    mayWait: true,
    summary: 'Call an operation in the sandbox, as a sandbox key of the application',
    params: z.object({
      applicationId: z.string(),
      product: z.string().meta({ description: 'A slug and a major version, such as `shop@v1`.' }),
      operationId: z.string().meta({ description: 'The id of the operation in the product.' }),
    }),
    body: CallExplorer,
    answer: ExplorerAnswer,
    variables: ({ params, body }) => ({ input: { ...body, ...params } }),
    reply: ({ answer, testReceipt, curl }) => ({
      status: answer?.status ?? null,
      headers: (answer?.headers ?? {}) as Record<string, string>,
      body: answer?.body ?? null,
      conformance: answer?.conformance ?? testReceipt?.conformance ?? null,
      receiptId: testReceipt?.id ?? null,
      receipt: testReceipt?.jws ?? null,
      curl,
    }),
    errors: ['product_not_assigned'],
  }),
  route('POST', `${application}/sample-checks`, documents.CheckSampleDataDocument, {
    credential: 'session',
    tag,
    summary: 'Check samples of a request body, without calling anything',
    params: ofApplication,
    body: CheckSampleData,
    answer: SampleCheck,
    variables: ({ params, body }) => ({ input: { ...body, ...params } }),
    reply: (check) => check,
    errors: ['product_not_assigned', 'invalid_transition'],
  }),
  route('GET', `${application}/receipts`, documents.TestReceiptsDocument, {
    credential: 'session',
    tag,
    summary: 'List the test receipts of an application',
    params: ofApplication,
    query: listQuery,
    answer: listOf(TestReceipt),
    variables: ({ params, query }) => ({ ...params, ...pageArgs(query) }),
    reply: pageReply,
  }),
  route('GET', `${application}/receipts/:id`, documents.TestReceiptDocument, {
    credential: 'session',
    tag,
    summary: 'Read a test receipt',
    params: byId,
    answer: TestReceipt,
    variables: ({ params }) => params,
    reply: (testReceipt) => testReceipt,
  }),
  route('POST', `${application}/receipts/:id/revoke`, documents.RevokeTestReceiptDocument, {
    credential: 'session',
    tag,
    summary: 'Revoke a test receipt',
    params: byId,
    answer: TestReceipt,
    variables: ({ params }) => ({ input: params }),
    reply: ({ testReceipt }) => testReceipt,
    errors: ['invalid_transition'],
  }),
  route('GET', `${application}/coverage`, documents.ProductCoverageDocument, {
    credential: 'session',
    tag,
    summary: 'Read which operations of the assigned products the application has tested',
    params: ofApplication,
    answer: z.object({ data: z.array(ProductCoverage) }).meta({ id: 'ProductCoverageList' }),
    variables: ({ params }) => params,
    reply: (data) => ({ data }),
  }),
];
