import type { ProductAssignment, ProductAssignmentStatus } from '../../../db/models/product-assignment.ts';
import { refuse } from '../../values/errors.ts';
import { machine } from '../../values/machine.ts';

export const assignmentMoves = machine<ProductAssignmentStatus, 'update' | 'remove'>(
  'assignment of an API product',
  { commands: { update: 'updated', remove: 'removed' } },
  { ACTIVE: { update: 'ACTIVE', remove: 'REMOVED' }, REMOVED: {} },
);

/** The most active assignments of an application for the sandbox. */
export const maxAssignments = 100;

type Bounds = Pick<ProductAssignment, 'operations' | 'quotaLimit' | 'quotaPeriod'>;

/** Throws `invalid_transition` unless the patch allows at most as much as before: wider live access is approved. */
export function assertNarrower(before: Bounds, patch: Partial<Bounds>): void {
  const after = { ...before, ...patch };
  if (isWithin(after.operations, before.operations) && isSmaller(after, before)) return;
  throw refuse(
    'invalid_transition',
    'A live assignment can only be narrowed. For more, remove it, and request production access to the product again.',
  );
}

function isWithin(operations: string[] | null, outer: string[] | null): boolean {
  return outer === null || operations?.every((operation) => outer.includes(operation)) === true;
}

function isSmaller(after: Bounds, before: Bounds): boolean {
  if (before.quotaLimit === null) return true;
  return (
    after.quotaLimit !== null &&
    after.quotaLimit <= before.quotaLimit &&
    after.quotaPeriod === before.quotaPeriod
  );
}
