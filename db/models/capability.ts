import { WorkspaceModel } from './base.ts';

export const capabilityModes = ['read', 'write'] as const;
export type CapabilityMode = (typeof capabilityModes)[number];

/** One thing that can be asked of a provider. */
export class Capability extends WorkspaceModel {
  static override tableName = 'capability';
  static override decisive = ['workspaceId', 'connectorId', 'key', 'mode', 'request', 'digest'];
  static override jsonAttributes = ['request', 'inputSchema', 'outputSchema'];
  declare connectorId: string;
  /** Names it in its description, the same each time that is read. */
  declare key: string;
  declare title: string;
  declare description: string;
  declare mode: CapabilityMode;
  /** How it is asked. */
  declare request: object;
  /** JSON Schema 2020-12. */
  declare inputSchema: Record<string, unknown>;
  declare outputSchema: Record<string, unknown> | null;
  /** SHA-256 over all of the above, as it was when more of it than title and description differed last. */
  declare digest: Buffer;
  declare search: string;
  /** The import that saw it last. */
  declare importId: string;
  /** When more of it than title and description last became another. */
  declare driftedAt: Date | null;
  /** Since when the description has it no more. */
  declare removedAt: Date | null;
}
