import type { ConnectorImportStatus } from '../../../db/models/connector-import.ts';
import type { ConnectorStatus } from '../../../db/models/connector.ts';
import { machine } from '../../values/machine.ts';

/** After a failed import, the connector is READY if an earlier import succeeded, otherwise FAILED. */
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

/** The maximum number of connectors in a workspace that are not deleted. */
export const maxConnectors = 100;

/** The maximum size of an uploaded or fetched document. */
export const maxDocumentBytes = 32 * 2 ** 20;
export const fetchSeconds = 60;

/** The number of capabilities that one transaction writes. */
export const batchSize = 100;

/** A running import must report progress within this time; otherwise another process starts it again. */
export const leaseSeconds = 120;

/** How many times an interrupted import starts before it fails. */
export const maxAttempts = 3;
