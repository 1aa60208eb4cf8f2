import { Capability } from '../../../db/models/capability.ts';
import { Connector } from '../../../db/models/connector.ts';
import { rowSnapshots } from '../../kernel/row-snapshots.ts';

/** Schemas make a row large, so fewer are cached than of other rows. */
export const capabilitySnapshots = rowSnapshots(Capability, { max: 1_000, without: ['importId', 'search'] });

export const connectorSnapshots = rowSnapshots(Connector, { max: 1_000 });
