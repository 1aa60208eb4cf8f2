import { BaseModel } from './base.ts';

/** The one row that tells which master key this database was sealed with. */
export class Instance extends BaseModel {
  static override tableName = 'instance';
  declare sealedCheck: Buffer;
  /** Tells this database from any other that the same folder was used with. */
  declare uuid: string;
}
