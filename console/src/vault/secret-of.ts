import { textOf } from '../parts/form.tsx';
import type { SecretForm } from './words.ts';

/** Returns the secret in the fields of `SecretFields`, as the server takes it. */
export function secretOf(form: SecretForm, data: FormData): { secret: object } | { parts: object } {
  if (form === 'PARTS') return { parts: rowsOf(data) };
  if (form === 'HEADERS') return { secret: { headers: rowsOf(data) } };
  const prefix = 'secret/';
  const given = [...data].flatMap(([name, value]) =>
    name.startsWith(prefix) && typeof value === 'string' && value !== ''
      ? [[name.slice(prefix.length), trimmed(name, value)] as const]
      : [],
  );
  return { secret: Object.fromEntries(given) };
}

function rowsOf(data: FormData): Record<string, unknown> {
  const rows: [string, unknown][] = [];
  for (let at = 0; data.has(`rows/${at}/name`); at += 1) {
    const name = textOf(data, `rows/${at}/name`);
    const value = textOf(data, `rows/${at}/value`);
    const username = textOf(data, `rows/${at}/username`);
    if (name !== undefined && value !== undefined)
      rows.push([name, username === undefined ? value : { username, password: value }]);
  }
  return Object.fromEntries(rows);
}

// Spaces around a token come from copying it; those of a password may belong to it.
function trimmed(name: string, value: string): string {
  return name.endsWith('/password') ? value : value.trim();
}
