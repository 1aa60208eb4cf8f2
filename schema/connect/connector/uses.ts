import { knowUses } from '../../kernel/uses.ts';

/** The registry of what uses a connector. */
export const connectorUses = knowUses('connector');
