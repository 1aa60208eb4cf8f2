import { percentDecoded } from './percent.ts';

/**
 * Whether a path means the same to every server: percent-encoded, without control characters, without segments of
 * dots, which some servers remove, and without slashes or backslashes in a segment, which some servers decode first.
 */
export function isPlainPath(path: string): boolean {
  if (!/^(?:\/(?:[!$&-.0-;=@-Z_a-z~]|%[\da-fA-F]{2})*)+$/.test(path)) return false;
  return path.split('/').every((segment) => {
    const decoded = percentDecoded(segment);
    const isDecoded = decoded !== segment || !segment.includes('%');
    return isDecoded && !/^\.{1,2}(?:;|$)|[/\\\p{Cc}]/u.test(decoded);
  });
}
