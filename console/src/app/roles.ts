import { wordsOf } from '../parts/actor.ts';
import type { Role } from './documents.generated.ts';

/** Every role, from the widest to the narrowest. */
export const roles: readonly Role[] = [
  'OWNER',
  'ADMIN',
  'DEVELOPER',
  'APPROVER',
  'SECURITY_ADMINISTRATOR',
  'DOCUMENTATION_EDITOR',
  'BILLING_ADMINISTRATOR',
  'ANALYST',
  'SUPPORT',
  'COMPLIANCE_REVIEWER',
  'VIEWER',
];

/** Returns a stored value as words that begin a sentence: `SECURITY_ADMINISTRATOR` becomes "Security administrator". */
export function titled(value: string): string {
  const words = wordsOf(value).replace(/^(api|mcp)\b/, (name) => name.toUpperCase());
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** Returns the choices of a role, without those that the caller or the member may not have. */
export function roleChoices(without: readonly Role[] = []): (readonly [Role, string])[] {
  return roles.filter((role) => !without.includes(role)).map((role) => [role, titled(role)]);
}
