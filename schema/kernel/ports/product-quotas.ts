/** The most calls of an assignment in a day or a month. */
export interface Quota {
  assignmentId: string;
  limit: number;
  /** The end of the period that the call is in. */
  endsAt: Date;
}

/** Counts calls against quotas, together with the other instances. */
export interface ProductQuotas {
  /** Counts a call, unless the quota is used up. Returns whether it was counted. */
  take(quota: Quota): Promise<boolean>;
}
