import type { TestReceipt } from '../../../db/models/test-receipt.ts';

export function toEventData(receipt: TestReceipt, slug: string) {
  const { via, apiKeyId } = receipt;
  const { applicationId, kind, productId, versionId, operationId, requestConforms, answerConforms, status } =
    receipt;
  return {
    applicationId,
    kind,
    productId,
    slug,
    apiProductVersionId: versionId,
    operation: operationId,
    requestConforms,
    answerConforms,
    via,
    apiKeyId,
    status,
  };
}
