import type { ProjectStatus } from '../../../db/models/project.ts';
import { machine } from '../../values/machine.ts';

const words = { commands: { update: 'updated', delete: 'deleted' } };

export const projectMoves = machine<ProjectStatus, 'update' | 'delete'>('project', words, {
  ACTIVE: { update: 'ACTIVE', delete: 'DELETED' },
  DELETED: {},
});
