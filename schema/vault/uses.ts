import { knowUses } from '../uses.ts';

/** What needs a credential reference. */
export const referenceUses = knowUses('credential reference');
