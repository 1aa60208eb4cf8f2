import { useMemo } from 'preact/hooks';

/** Returns the moment so many hours ago. It stays while the screen is open, so that each change reads the same series. */
export function useSince(hours: number): string {
  return useMemo(() => new Date(Date.now() - hours * 3_600_000).toISOString(), [hours]);
}
