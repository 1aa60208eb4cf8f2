/** Returns a quota as words. */
export function quotaWords(quota: { limit: number; period: 'DAY' | 'MONTH' } | null): string {
  if (!quota) return 'No limit';
  return `${quota.limit.toLocaleString('en')} calls a ${quota.period === 'DAY' ? 'day' : 'month'}`;
}
