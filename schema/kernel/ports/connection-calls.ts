/** Counts calls through connections by the hour, for statistics alone. */
export interface ConnectionCallCounts {
  /** It is stored within a second or two; a killed process loses these. */
  count(what: 'calls' | 'failed', connectionId: string, at: Date): void;
}
