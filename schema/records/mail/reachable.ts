import type { Person } from '../../../db/models/person.ts';

/** Beyond so many, somebody sees to it without every last one being told. */
const most = 50;

/** Whom of them to write to: those with proved addresses, or all where there is none, since the others' may be somebody else's. */
export function reachable(persons: readonly Person[]): Person[] {
  const proved = persons.filter(({ emailVerifiedAt }) => emailVerifiedAt);
  return (proved.length > 0 ? proved : persons).slice(0, most);
}
