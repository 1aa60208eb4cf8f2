import { refuse, validationFailed, type Finding, type Refusal } from '../../values/errors.ts';
import { pointerOf } from '../../values/pointer.ts';
import { isNamedLikeSecret } from '../../values/secret-names.ts';
import { secretIn } from '../../values/secret-values.ts';

type Path = readonly (string | number)[];

/** The maximum depth of objects and lists. */
export const maxDepth = 16;
/** The maximum number of values, including objects and lists. */
export const maxValues = 1_000;
/** The maximum size of the settings in bytes, as JSON. */
export const maxBytes = 32_768;
/** The maximum depth of JSON inside JSON strings. */
export const maxTexts = 5;

const storeElsewhere = 'store it in a credential reference, since settings must not contain secrets';
const codes = ['secret_in_settings', 'secret_value_in_settings'] as const;

/**
 * Returns what a connection’s settings must not contain, also in strings of JSON. These are names like
 * `password` (`secret_in_settings`), values that look like secrets (`secret_value_in_settings`), and too much
 * data. Pointers lead to the member or the string. Neither pointers nor messages contain likely secrets.
 */
export function findingsInSettings(settings: unknown, root: Path = []): Finding[] {
  if (!isObject(settings) || Array.isArray(settings)) return [invalid(root, 'must be an object')];
  const beyond = firstBeyond(settings, root);
  return beyond ? [beyond] : [...secretsIn(settings, root)];
}

/** Returns the settings if they have no findings, otherwise throws the refusal with them. */
export function assertPlain(settings: unknown): Record<string, unknown> {
  const found = findingsInSettings(settings, ['settings']);
  if (found.length > 0) throw settingsRefused(found);
  return settings as Record<string, unknown>;
}

/** Returns the refusal of settings for their findings. */
export function settingsRefused(errors: Finding[]): Refusal {
  const code = codes.find((known) => errors.some((finding) => finding.code === known));
  const { message } = validationFailed(errors);
  return code ? refuse(code, message, { errors }) : validationFailed(errors);
}

function firstBeyond(settings: object, root: Path): Finding | null {
  let values = 0;
  const look = (value: unknown, path: Path): Finding | null => {
    values += 1;
    if (values > maxValues) return invalid(root, `must have at most ${maxValues} values`);
    if (!isObject(value)) return null;
    if (path.length - root.length === maxDepth)
      return invalid(root, `must be nested at most ${maxDepth} levels deep`);
    for (const [name, member] of membersOf(value)) {
      const found = look(member, [...path, name]);
      if (found) return found;
    }
    return null;
  };
  const beyond = look(settings, root);
  if (beyond) return beyond;
  const bytes = Buffer.byteLength(JSON.stringify(settings));
  return bytes > maxBytes ? invalid(root, `must have at most ${maxBytes} bytes as JSON`) : null;
}

function* secretsIn(value: unknown, path: Path): Generator<Finding, void> {
  if (typeof value === 'string') {
    const found = secretInText(value, path);
    if (found) yield found;
  }
  if (!isObject(value)) return;
  for (const [name, member] of membersOf(value)) {
    const looks = typeof name === 'string' ? secretIn(name) : null;
    // A pointer must not contain a secret, so it leads to the parent of the name.
    const at = looks === null ? [...path, name] : path;
    if (looks !== null) yield secretValue(path, `has a name that looks like ${looks}`);
    else if (typeof name === 'string' && isNamedLikeSecret(name))
      yield secretName(at, 'is named like a secret');
    yield* secretsIn(member, at);
  }
}

function secretInText(text: string, path: Path): Finding | null {
  const looks = secretIn(text);
  return looks === null ? secretInJson(text, path, 1) : secretValue(path, `looks like ${looks}`);
}

// Strings are checked one by one: a parsed value lacks duplicate members, and a template with placeholders is
// no JSON yet. A string without an end extends to the end of the text.
const quoted = /"[^"\\]*(?:\\.?[^"\\]*)*(?:"(\s*:)?|$)/gs;

function secretInJson(text: string, path: Path, depth: number): Finding | null {
  const [, first] = /^[\s\ufeff]*([[{"])/.exec(text) ?? [];
  if (first === undefined) return null;
  if (depth > maxTexts) return invalid(path, `must nest JSON in strings at most ${maxTexts} levels deep`);
  for (const [match, colon] of text.matchAll(quoted)) {
    const inner = unquoted(colon === undefined ? match : match.slice(0, -colon.length));
    // A string without escapes was checked as part of the text.
    const looks = match.includes('\\') ? secretIn(inner) : null;
    if (looks !== null) return secretValue(path, `contains JSON with a value that looks like ${looks}`);
    if (colon !== undefined && first !== '"' && isNamedLikeSecret(inner))
      return secretName(path, 'contains JSON with a field that is named like a secret');
    const deeper = colon === undefined ? secretInJson(inner, path, depth + 1) : null;
    if (deeper) return deeper;
  }
  return null;
}

function unquoted(text: string): string {
  try {
    return JSON.parse(text) as string;
  } catch {
    return text.slice(1, -1);
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function membersOf(value: object): [string | number, unknown][] {
  return Array.isArray(value) ? [...value.entries()] : Object.entries(value);
}

function secretName(path: Path, words: string): Finding {
  return { pointer: pointerOf(path), code: codes[0], message: `${words}; ${storeElsewhere}` };
}

function secretValue(path: Path, words: string): Finding {
  return { pointer: pointerOf(path), code: codes[1], message: `${words}; ${storeElsewhere}` };
}

function invalid(path: Path, message: string): Finding {
  return { pointer: pointerOf(path), code: 'invalid', message };
}
