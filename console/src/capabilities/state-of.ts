interface Dates {
  driftedAt: string | null;
  removedAt: string | null;
}

/** Returns whether the newest description still has a capability, and as it was. */
export function stateOf({ driftedAt, removedAt }: Dates): 'UNCHANGED' | 'CHANGED' | 'REMOVED' {
  if (removedAt) return 'REMOVED';
  return driftedAt ? 'CHANGED' : 'UNCHANGED';
}
