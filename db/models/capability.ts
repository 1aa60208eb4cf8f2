import { WorkspaceModel } from './base.ts';

export const capabilityModes = ['read', 'write'] as const;
export type CapabilityMode = (typeof capabilityModes)[number];

/** One operation that a provider offers. */
export class Capability extends WorkspaceModel {
  static override tableName = 'capability';
  static override decisive = ['workspaceId', 'connectorId', 'key', 'mode', 'request', 'digest'];
  static override jsonAttributes = ['request', 'inputSchema', 'outputSchema'];
  declare connectorId: string;
  /** Identifies it in its description, stable across imports. */
  declare key: string;
  declare title: string;
  declare description: string;
  declare mode: CapabilityMode;
  /** How to call it. */
  declare request: object;
  /** JSON Schema 2020-12. */
  declare inputSchema: Record<string, unknown>;
  declare outputSchema: Record<string, unknown> | null;
  /** SHA-256 over the fields above, as of the last change beyond title and description. */
  declare digest: Buffer;
  declare search: string;
  /** The last import that contained it. */
  declare importId: string;
  /** When it last changed beyond title and description. */
  declare driftedAt: Date | null;
  /** Since when the description does not contain it. */
  declare removedAt: Date | null;
}

/** The columns that only imports and searches use. They may change without an entry in the workspace's chain. */
type ImportColumn = 'importId' | 'search';

/** A capability as a call uses it. */
export type CalledCapability = Omit<Capability, ImportColumn>;
