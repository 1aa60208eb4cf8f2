import type { ApplicationStatus } from '../../../db/models/application.ts';
import { machine } from '../../values/machine.ts';
import { daysAfter } from '../../values/time.ts';

const words = {
  commands: {
    update: 'updated',
    suspend: 'suspended',
    reactivate: 'reactivated',
    delete: 'deleted',
    restore: 'restored',
    'create keys': 'given keys',
  },
};

export const applicationMoves = machine<
  ApplicationStatus,
  'update' | 'suspend' | 'reactivate' | 'delete' | 'restore' | 'create keys'
>('application', words, {
  ACTIVE: { update: 'ACTIVE', suspend: 'SUSPENDED', delete: 'DELETED', 'create keys': 'ACTIVE' },
  SUSPENDED: { update: 'SUSPENDED', reactivate: 'ACTIVE', delete: 'DELETED' },
  DELETED: { restore: 'ACTIVE' },
});

/** How long a deleted application can be restored. */
export const restorableDays = 30;

export function restorableUntil(deletedAt: Date): Date {
  return daysAfter(deletedAt, restorableDays);
}

/** Returns when a job next checks a deleted application's resource: tomorrow while restorable, then null. */
export function againWhileRestorable(deletedAt: Date, now: Date): Date | null {
  return now < restorableUntil(deletedAt) ? daysAfter(now, 1) : null;
}
