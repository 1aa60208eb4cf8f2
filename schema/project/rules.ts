import type { ProjectStatus } from '../../db/models/project.ts';
import { machine } from '../machine.ts';

export const projectMoves = machine<ProjectStatus, 'update' | 'delete'>('project', {
  ACTIVE: { update: 'ACTIVE', delete: 'DELETED' },
  DELETED: {},
});
