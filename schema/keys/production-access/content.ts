import type { ProductionAccess } from '../../../db/models/production-access.ts';

/** Returns the content of a submission, to which its approval is bound. */
export function contentOf(access: Content): Content {
  const { useCase, dataCategories, expectedVolume, securityContact, requestedProducts, evidenceReceiptIds } =
    access;
  return { useCase, dataCategories, expectedVolume, securityContact, requestedProducts, evidenceReceiptIds };
}

export type Content = Pick<
  ProductionAccess,
  | 'useCase'
  | 'dataCategories'
  | 'expectedVolume'
  | 'securityContact'
  | 'requestedProducts'
  | 'evidenceReceiptIds'
>;
