import { Connection, type HealthColumn } from '../../../db/models/connection.ts';
import { rowSnapshots } from '../../kernel/row-snapshots.ts';

const healthColumns: Record<HealthColumn, true> = {
  lastOkAt: true,
  lastErrorAt: true,
  lastErrorCode: true,
  refusedInRow: true,
  nextCheckAt: true,
  refreshDueAt: true,
  refreshFailures: true,
  refreshLeaseUntil: true,
  revokeDueAt: true,
};

export const connectionSnapshots = rowSnapshots(Connection, {
  max: 10_000,
  without: Object.keys(healthColumns) as HealthColumn[],
});
