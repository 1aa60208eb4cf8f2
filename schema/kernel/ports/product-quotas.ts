/** The most calls of an assignment in a day or a month. */
export interface Quota {
  assignmentId: string;
  limit: number;
  /** The end of the period that the call is in. */
  endsAt: Date;
}

/** Counts calls against quotas, together with the other instances. */
export interface ProductQuotas {
  /** Counts a call and returns how many are left; null if the quota is used up, and nothing was counted. */
  take(quota: Quota): Promise<number | null>;
}
