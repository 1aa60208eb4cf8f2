import { knowUses } from '../../kernel/uses.ts';

/** What needs a credential reference. */
export const referenceUses = knowUses('credential reference');
