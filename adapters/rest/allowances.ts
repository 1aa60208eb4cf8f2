import type { Allowance, LimitName } from '../../schema/context.ts';

/** The limits that callers are told of, by the names they see. */
const told: Partial<Record<LimitName, string>> = {
  sandbox_key: 'key',
  sandbox_application: 'application',
  member: 'member',
  member_writes: 'writes',
  key_creation: 'key-creation',
};

/** `RateLimit-Policy` names every limit that was counted, `RateLimit` how each of them stands. */
export function allowanceHeaders(allowances: readonly Allowance[]): Record<string, string> {
  const shown = allowances.flatMap((allowance) => {
    const name = told[allowance.name];
    return name ? [{ ...allowance, name }] : [];
  });
  if (shown.length === 0) return {};
  return {
    'ratelimit-policy': shown
      .map(({ name, quota, windowSeconds }) => `"${name}";q=${quota};w=${windowSeconds}`)
      .join(', '),
    ratelimit: shown
      .map(({ name, remaining, resetSeconds }) => `"${name}";r=${remaining};t=${resetSeconds}`)
      .join(', '),
  };
}
