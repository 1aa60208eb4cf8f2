/** Counts what happens to each operation of API products by day, for statistics alone. */
export interface OperationCallCounts {
  /** It is stored within a second or two; a killed process loses these. */
  count(what: 'calls' | 'unfitAnswers', of: CountedOperation, at: Date): void;
}

export interface CountedOperation {
  assignmentId: string;
  operationId: string;
}
