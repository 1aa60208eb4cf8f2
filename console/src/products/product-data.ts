import type { ProductQuery, ProductVersionRowFragment, VersionQuery } from './documents.generated.ts';

/** A product as its screen reads it. */
export type ProductData = NonNullable<ProductQuery['apiProduct']>;

/** A version as its screen reads it. */
export type VersionData = NonNullable<VersionQuery['apiProductVersion']>;

/** A version in the list of all versions. */
export type VersionRow = ProductVersionRowFragment;

/** A change between two versions. */
export type Change = VersionData['changes'][number];

export interface ProductDialog {
  of: ProductData;
  onClose: () => void;
}

export interface VersionDialog {
  of: VersionData;
  onClose: () => void;
}

/** Returns the number of a version with its major, such as "1.2". */
export function numberOf({ major, number }: Pick<VersionRow, 'major' | 'number'>): string {
  return `${major}.${number}`;
}

/** Whether applications can call the version in the sandbox. */
export function isServed({ status }: Pick<VersionRow, 'status'>): boolean {
  return status === 'PUBLISHED' || status === 'DEPRECATED';
}

/** Names the version as it is on screen. */
export function inputOf({ id, productId, rowVersion }: VersionData) {
  return { id, productId, ifRowVersion: rowVersion };
}
