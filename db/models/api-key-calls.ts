import { BaseModel } from './base.ts';

/**
 * The number of a key's calls in one hour; its id combines both. Written in batches, separately from the key.
 */
export class ApiKeyCalls extends BaseModel {
  static override tableName = 'api_key_calls';
  declare keyId: string;
  /** The beginning of the hour. */
  declare hour: Date;
  declare calls: number;
}
