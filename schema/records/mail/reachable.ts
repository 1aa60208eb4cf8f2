import type { Person } from '../../../db/models/person.ts';

/** The most recipients of a mail: with so many, not everyone needs it. */
const most = 50;

/**
 * Returns the persons to mail: those with verified addresses, or all if there is none. An unverified address
 * may belong to another person.
 */
export function reachable(persons: readonly Person[]): Person[] {
  const proved = persons.filter(({ emailVerifiedAt }) => emailVerifiedAt);
  return (proved.length > 0 ? proved : persons).slice(0, most);
}
