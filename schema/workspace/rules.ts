import type { WorkspaceStatus } from '../../db/models/workspace.ts';
import { machine } from '../machine.ts';

export const workspaceMoves = machine<WorkspaceStatus, 'delete' | 'restore' | 'shred'>('workspace', {
  ACTIVE: { delete: 'DELETING' },
  SUSPENDED: {},
  DELETING: { restore: 'ACTIVE', shred: 'DELETED' },
  DELETED: {},
});
