// The order matters: Edge and Opera also name Chrome, and Chrome also names Safari.
const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const systems = [
  ['Windows', 'Windows'],
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** Returns a short name for a `User-Agent`, such as "Firefox on Linux". */
export function browserOf(userAgent: string | null): string {
  if (!userAgent) return 'Unknown';
  const find = (table: readonly (readonly [string, string])[]) =>
    table.find(([part]) => userAgent.includes(part))?.[1];
  const [browser, system] = [find(browsers), find(systems)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? userAgent.split(/[ /]/)[0] ?? 'Unknown';
}
