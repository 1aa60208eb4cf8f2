import { McpGrant } from '../../../db/models/mcp-grant.ts';
import { rowSnapshots } from '../../kernel/row-snapshots.ts';

export const grantSnapshots = rowSnapshots(McpGrant, { max: 5_000 });
