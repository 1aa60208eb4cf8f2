/** Returns a moment in UTC, as the sandbox tells it: `2026-03-01 12:00:00 UTC`. */
export function momentOf(time: string): string {
  return `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
