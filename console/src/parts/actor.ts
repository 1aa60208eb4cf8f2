interface Named {
  person: { name: string } | null;
  automation: { name: string } | null;
}

/** Returns the name of a member: a person or an automation. */
export function nameOf(member: Named | null | undefined): string {
  return member?.person?.name ?? member?.automation?.name ?? 'A former member';
}

/** Returns a stored value as words: `SECURITY_ADMINISTRATOR` becomes "security administrator". */
export function wordsOf(value: string): string {
  return value.toLowerCase().replaceAll('_', ' ');
}
