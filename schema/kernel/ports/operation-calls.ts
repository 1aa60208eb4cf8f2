/** Counts the calls of each operation of API products by day, for statistics alone. */
export interface OperationCallCounts {
  /** Counts a call under an assignment. It is stored within a second or two; a killed process loses these. */
  count(assignmentId: string, operationId: string, at: Date): void;
}
