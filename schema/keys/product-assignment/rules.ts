import type { ProductAssignmentStatus } from '../../../db/models/product-assignment.ts';
import { machine } from '../../values/machine.ts';

export const assignmentMoves = machine<ProductAssignmentStatus, 'update' | 'remove'>(
  'assignment of an API product',
  { commands: { update: 'updated', remove: 'removed' } },
  { ACTIVE: { update: 'ACTIVE', remove: 'REMOVED' }, REMOVED: {} },
);

/** The most active assignments of an application for the sandbox. */
export const maxAssignments = 100;
