import { BaseModel } from './base.ts';

/**
 * When and from where a key was last used; its id is the key's. Written in batches, separately from the key,
 * so that a call neither locks nor changes the key.
 */
export class ApiKeyUse extends BaseModel {
  static override tableName = 'api_key_use';
  declare lastUsedAt: Date;
  /** The network of the address, such as `203.0.113.0/24`; null if unknown. */
  declare lastUsedFrom: string | null;
}
