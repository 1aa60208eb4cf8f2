import { BaseModel } from './base.ts';

/** The one row that tells which master key this database was sealed with. */
export class Instance extends BaseModel {
  static override tableName = 'instance';
  declare sealedCheck: Buffer;
}
