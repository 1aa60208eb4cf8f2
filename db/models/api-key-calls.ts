import { BaseModel } from './base.ts';

/** How often a key was used in one hour; its id is made of both. Written in batches, apart from the key. */
export class ApiKeyCalls extends BaseModel {
  static override tableName = 'api_key_calls';
  declare keyId: string;
  /** Its beginning. */
  declare hour: Date;
  declare calls: number;
}
