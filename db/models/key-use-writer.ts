import { BaseModel } from './base.ts';

/** The number of the last flush of key uses that a process has written; its id is the process's own. */
export class KeyUseWriter extends BaseModel {
  static override tableName = 'key_use_writer';
  declare flush: number;
}
