import { knowUses } from '../uses.ts';

/** What is made of a connector. */
export const connectorUses = knowUses('connector');
