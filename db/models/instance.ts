import { BaseModel } from './base.ts';

/** The only row: it identifies the master key that sealed this database. */
export class Instance extends BaseModel {
  static override tableName = 'instance';
  declare sealedCheck: Buffer;
  /** Distinguishes this database from others that used the same folder. */
  declare uuid: string;
}
