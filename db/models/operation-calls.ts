import { BaseModel } from './base.ts';

/**
 * The calls of one operation under an assignment that one process counted in a day; its id combines the four. The
 * processes write totals, so a repeated write changes nothing.
 */
export class OperationCalls extends BaseModel {
  static override tableName = 'operation_calls';
  declare assignmentId: string;
  declare operationId: string;
  /** The beginning of the day, in UTC. */
  declare day: Date;
  /** One count of a process. */
  declare writer: string;
  declare calls: number;
  /** Answers of upstreams that the version does not describe. */
  declare unfitAnswers: number;
}
