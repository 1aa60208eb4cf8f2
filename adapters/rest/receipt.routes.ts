import { VerifyTestReceiptDocument } from '../documents.generated.ts';
import { ReceiptVerification, VerifyTestReceipt } from '../http/shapes/test-receipt.ts';
import { route } from './route.ts';

export const receiptVerificationRoutes = [
  route('POST', '/v1/receipts/verify', VerifyTestReceiptDocument, {
    credential: 'none',
    tag: 'API products',
    summary: 'Verify a test receipt of the sandbox',
    body: VerifyTestReceipt,
    answer: ReceiptVerification,
    variables: ({ body }) => body,
    reply: ({ claims, ...verification }) => ({
      ...verification,
      claims: claims as Record<string, unknown> | null,
    }),
  }),
];
