import { knowUses } from '../../kernel/uses.ts';

/** What needs a version, and so keeps it from being retired. */
export const versionUses = knowUses('API product version');
