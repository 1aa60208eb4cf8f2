import type { AssignmentRowFragment } from './documents.generated.ts';

/** An assignment as the list reads it. */
export type AssignmentData = AssignmentRowFragment;

export type Open = { is: 'assign' } | { is: 'change' | 'unassign'; of: AssignmentData };

export interface AssignmentDialog {
  of: AssignmentData;
  onClose: () => void;
}

/** Returns the name of what is assigned, such as "shop@v1". */
export function nameOfAssigned({ product, major }: Pick<AssignmentData, 'product' | 'major'>): string {
  return `${product?.slug ?? 'A former product'}@v${major}`;
}
