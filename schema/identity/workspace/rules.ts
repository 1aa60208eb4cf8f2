import type { WorkspaceStatus } from '../../../db/models/workspace.ts';
import { machine } from '../../values/machine.ts';

const words = {
  commands: { delete: 'deleted', restore: 'restored' },
  states: { DELETING: 'being deleted' },
};

export const workspaceMoves = machine<WorkspaceStatus, 'delete' | 'restore' | 'shred'>('workspace', words, {
  ACTIVE: { delete: 'DELETING' },
  SUSPENDED: {},
  DELETING: { restore: 'ACTIVE', shred: 'DELETED' },
  DELETED: {},
});
