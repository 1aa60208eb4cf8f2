const longestSeconds = 86_400;
// RFC 9110 §5.6.7, only the preferred format.
const dateForm = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/** Returns the seconds of a provider’s Retry-After, at most a day; null without one. RFC 9110 §10.2.3. */
export function retryAfterSecondsIn(headers: Readonly<Record<string, string>>, now: Date): number | null {
  const said = (headers['retry-after'] ?? '').trim();
  if (/^\d{1,10}$/.test(said)) return Math.min(Number(said), longestSeconds);
  const date = dateForm.test(said) ? Date.parse(said) : Number.NaN;
  if (Number.isNaN(date)) return null;
  return Math.min(Math.max(0, Math.ceil((date - now.getTime()) / 1000)), longestSeconds);
}
