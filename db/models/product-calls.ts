import { BaseModel } from './base.ts';

/**
 * The calls that one process counted against the quota of an assignment in one period; its id combines the three.
 * The processes write totals, so a repeated write changes nothing.
 */
export class ProductCalls extends BaseModel {
  static override tableName = 'product_calls';
  declare assignmentId: string;
  /** The end of the period. */
  declare endsAt: Date;
  /** The process. */
  declare writer: string;
  declare calls: number;
}
