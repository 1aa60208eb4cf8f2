import { knowUses } from '../../kernel/uses.ts';

/** The registry of what uses a credential reference. */
export const referenceUses = knowUses('credential reference');
