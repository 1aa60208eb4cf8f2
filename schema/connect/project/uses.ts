import { knowUses } from '../../kernel/uses.ts';

/** What still belongs to a project. */
export const projectUses = knowUses('project');
