/** What calls through connections show. It is stored within a second or two; a killed process loses these. */
export interface ConnectionCallCounts {
  /** Counts calls by the hour, for statistics alone. */
  count(what: 'calls' | 'failed', connectionId: string, at: Date): void;
  /** Notes that the provider answered successfully. */
  noteAnswer(connectionId: string, at: Date): void;
  /** Returns the time of an answer that is not stored yet, for the caller to store; null if there is none. */
  takeAnswer(connectionId: string): Date | null;
}
