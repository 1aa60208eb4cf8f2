import { titled } from '../parts/actor.ts';
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

/** Returns the choices of a role, without those that the caller or the member may not have. */
export function roleChoices(without: readonly Role[] = []): (readonly [Role, string])[] {
  return roles.filter((role) => !without.includes(role)).map((role) => [role, titled(role)]);
}
