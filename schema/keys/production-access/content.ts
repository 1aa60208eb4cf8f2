import type { ProductionAccess } from '../../../db/models/production-access.ts';

/** What a submission says, and what its approval is bound to. */
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
