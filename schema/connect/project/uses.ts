import { knowUses } from '../../kernel/uses.ts';

/** The registry of what still belongs to a project. */
export const projectUses = knowUses('project');
