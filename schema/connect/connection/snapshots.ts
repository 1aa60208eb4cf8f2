import { Connection, healthColumns } from '../../../db/models/connection.ts';
import { rowSnapshots } from '../../kernel/row-snapshots.ts';

export const connectionSnapshots = rowSnapshots(Connection, { max: 10_000, without: healthColumns });
