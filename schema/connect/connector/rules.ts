import type { ConnectorImportStatus } from '../../../db/models/connector-import.ts';
import type { ConnectorStatus } from '../../../db/models/connector.ts';
import { machine } from '../../values/machine.ts';

/** What failed for good is as it was before: READY where an earlier import came to its end. */
export const connectorMoves = machine<
  ConnectorStatus,
  'update' | 'import' | 'finish' | 'keep' | 'fail' | 'delete'
>(
  'connector',
  {
    commands: { update: 'updated', import: 'imported', delete: 'deleted' },
    states: { IMPORTING: 'being imported' },
  },
  {
    IMPORTING: { update: 'IMPORTING', finish: 'READY', keep: 'READY', fail: 'FAILED', delete: 'DELETED' },
    READY: { update: 'READY', import: 'IMPORTING', delete: 'DELETED' },
    FAILED: { update: 'FAILED', import: 'IMPORTING', delete: 'DELETED' },
    DELETED: {},
  },
);

export const importMoves = machine<ConnectorImportStatus, 'take' | 'succeed' | 'fail'>(
  'import',
  { commands: {} },
  {
    WAITING: { take: 'RUNNING', fail: 'FAILED' },
    RUNNING: { take: 'RUNNING', succeed: 'SUCCEEDED', fail: 'FAILED' },
    SUCCEEDED: {},
    FAILED: {},
  },
);

/** How many connectors a workspace may have that are not deleted. */
export const maxConnectors = 100;

/** A document, as it is uploaded or fetched. */
export const maxDocumentBytes = 32 * 2 ** 20;
export const fetchSeconds = 60;

/** How many capabilities one transaction writes. */
export const batchSize = 100;

/** Whoever reads a description is heard of within this time, or somebody else begins it anew. */
export const leaseSeconds = 120;

/** So often is begun what was never heard of again; then it is given up. */
export const maxAttempts = 3;
