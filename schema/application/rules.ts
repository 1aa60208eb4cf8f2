import type { ApplicationStatus } from '../../db/models/application.ts';
import { machine } from '../machine.ts';

export const applicationMoves = machine<
  ApplicationStatus,
  'update' | 'suspend' | 'reactivate' | 'delete' | 'restore' | 'create keys'
>('application', {
  ACTIVE: { update: 'ACTIVE', suspend: 'SUSPENDED', delete: 'DELETED', 'create keys': 'ACTIVE' },
  SUSPENDED: { update: 'SUSPENDED', reactivate: 'ACTIVE', delete: 'DELETED' },
  DELETED: { restore: 'ACTIVE' },
});

/** How long a deleted application can be restored. */
export const restorableDays = 30;

const day = 24 * 3_600_000;

export function restorableUntil(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + restorableDays * day);
}

/** When a job looks again at what belongs to a deleted application: the next day, as long as it may come back. */
export function againWhileRestorable(deletedAt: Date, now: Date): Date | null {
  return now < restorableUntil(deletedAt) ? new Date(now.getTime() + day) : null;
}
