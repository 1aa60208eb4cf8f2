import { Capability, type CalledCapability } from '../../../db/models/capability.ts';
import { Connector } from '../../../db/models/connector.ts';
import type { SnapshotKind } from '../../kernel/ports/snapshots.ts';
import { rowSnapshots } from '../../kernel/row-snapshots.ts';

const charactersOfOne = 16_384;

/** Schemas may make a row large, and then it counts as several. */
export const capabilitySnapshots: SnapshotKind<CalledCapability> = {
  ...rowSnapshots(Capability, { max: 1_000, without: ['importId', 'search'] }),
  countOf: ({ inputSchema, outputSchema, request }) =>
    1 + Math.floor(JSON.stringify([inputSchema, outputSchema, request]).length / charactersOfOne),
};

export const connectorSnapshots = rowSnapshots(Connector, { max: 1_000 });
