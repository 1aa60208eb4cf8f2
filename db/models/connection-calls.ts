import { BaseModel } from './base.ts';

/**
 * The calls through one connection that one process counted in an hour; its id combines the three. The processes
 * write totals, so a repeated write changes nothing.
 */
export class ConnectionCalls extends BaseModel {
  static override tableName = 'connection_calls';
  declare connectionId: string;
  /** The beginning of the hour. */
  declare hour: Date;
  /** One count of a process. */
  declare writer: string;
  declare calls: number;
  /** Those that failed at the provider. */
  declare failed: number;
}
