import { visible } from './visible.ts';

interface Named {
  person: { name: string } | null;
  automation: { name: string } | null;
}

/** Returns the name of a member: a person or an automation. */
export function nameOf(member: Named | null | undefined): string {
  return visible(member?.person?.name ?? member?.automation?.name ?? 'A former member');
}

/** Returns a stored value as words: `SECURITY_ADMINISTRATOR` becomes "security administrator". */
export function wordsOf(value: string): string {
  return value.toLowerCase().replaceAll('_', ' ');
}

const kinds: Readonly<Record<string, string>> = {
  SYSTEM: 'Sallyport',
  ANONYMOUS: 'A caller without a session',
};

/** Returns the name of the author of an event or audit entry, or its kind. */
export function actorNameOf({ kind, name }: { kind: string; name: string | null }): string {
  const words = wordsOf(kind);
  if (name !== null) return visible(name);
  return kinds[kind] ?? `A former ${words === 'api key' ? 'API key' : words}`;
}

/** Returns a stored value as words that begin a sentence: `SECURITY_ADMINISTRATOR` becomes "Security administrator". */
export function titled(value: string): string {
  const words = wordsOf(value).replace(/^(api|mcp)\b/, (name) => name.toUpperCase());
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
