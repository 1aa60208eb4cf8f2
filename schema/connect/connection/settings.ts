import { refuse, validationFailed, type Finding, type Refusal } from '../../values/errors.ts';
import { pointerOf } from '../../values/pointer.ts';
import { isNamedLikeSecret } from '../../values/secret-names.ts';
import { secretIn } from '../../values/secret-values.ts';

type Path = readonly (string | number)[];

/** Of objects and lists in each other. */
export const maxDepth = 16;
/** Objects, lists and what is in them. */
export const maxValues = 1_000;
/** Of the settings as JSON. */
export const maxBytes = 32_768;
/** JSON in a text, in a text of that, and so on. */
export const maxTexts = 5;

const keepItElsewhere = 'store it in a credential reference, since settings must not contain secrets';
const codes = ['secret_in_settings', 'secret_value_in_settings'] as const;

/**
 * What of a connection's settings must not be there: names like `password` (`secret_in_settings`), values that look like
 * secrets (`secret_value_in_settings`), also in texts that are JSON themselves, and what is beyond the bounds. Pointers lead
 * to the member or the text; neither they nor messages hold anything that looks like a secret.
 */
export function findingsInSettings(settings: unknown, root: Path = []): Finding[] {
  if (!isObject(settings) || Array.isArray(settings)) return [invalid(root, 'must be an object')];
  const beyond = firstBeyond(settings, root);
  return beyond ? [beyond] : [...secretsIn(settings, root)];
}

/** The settings, where nothing in them must not be there. Throws the refusal that says what and why. */
export function assertPlain(settings: unknown): Record<string, unknown> {
  const found = findingsInSettings(settings, ['settings']);
  if (found.length > 0) throw settingsRefused(found);
  return settings as Record<string, unknown>;
}

/** The refusal of settings for what was found in them. */
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
    // A pointer must not tell what is secret, so it leads to what the name is in.
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

// Strings are looked at one by one: a member that is there twice is in no parsed value, and a template with
// placeholders outside of its strings is no JSON yet. One that does not end goes to the end.
const quoted = /"[^"\\]*(?:\\.?[^"\\]*)*(?:"(\s*:)?|$)/gs;

function secretInJson(text: string, path: Path, depth: number): Finding | null {
  const [, first] = /^[\s\ufeff]*([[{"])/.exec(text) ?? [];
  if (first === undefined) return null;
  if (depth > maxTexts) return invalid(path, `must nest JSON in strings at most ${maxTexts} levels deep`);
  for (const [match, colon] of text.matchAll(quoted)) {
    const inner = unquoted(colon === undefined ? match : match.slice(0, -colon.length));
    // Without escapes it stands in the text as it is, which was looked at as a whole.
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
  return { pointer: pointerOf(path), code: codes[0], message: `${words}; ${keepItElsewhere}` };
}

function secretValue(path: Path, words: string): Finding {
  return { pointer: pointerOf(path), code: codes[1], message: `${words}; ${keepItElsewhere}` };
}

function invalid(path: Path, message: string): Finding {
  return { pointer: pointerOf(path), code: 'invalid', message };
}
