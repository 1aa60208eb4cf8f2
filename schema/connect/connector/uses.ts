import { knowUses } from '../../kernel/uses.ts';

/** What is made of a connector. */
export const connectorUses = knowUses('connector');
