import { Refusal, type Finding } from '../parts/refusal.ts';

/** Returns a refusal whose findings point to the fields of the form, which have these names. */
export function atFields(refusal: Refusal, names: readonly string[]): Refusal {
  const { code, message, requestId, needsSignIn, findings } = refusal;
  return new Refusal({
    code,
    message,
    needsSignIn,
    ...(requestId && { requestId }),
    errors: findings.map((finding) => atField(finding, names)),
  });
}

function atField({ pointer, message }: Finding, names: readonly string[]): Finding {
  const at = placeOf(pointer);
  const within = names.filter((name) => at === pointerOf(name) || at.startsWith(`${pointerOf(name)}/`));
  const [name] = within.toSorted((a, b) => b.length - a.length);
  if (name === undefined) return { pointer, message };
  const rest = at.slice(pointerOf(name).length);
  return { pointer: `/${name}`, message: rest === '' ? message : `at ${rest} ${message}` };
}

// The command and the call name the same place differently, and names of headers have no case.
function placeOf(pointer: string): string {
  const at = pointer.replace(/^\/parameters\//, '/').replace(/^\/headers\//, '/header/');
  if (!at.startsWith('/header/')) return at;
  return at.toLowerCase() === '/header/x-sandbox-scenario' ? '/scenario' : at.toLowerCase();
}

/** Returns the JSON pointer (RFC 6901) of a field such as `query/limit`. */
function pointerOf(name: string): string {
  const [group = '', ...rest] = name.split('/');
  const last = rest.join('/').replaceAll('~', '~0').replaceAll('/', '~1');
  const pointer = rest.length === 0 ? `/${group}` : `/${group}/${last}`;
  return group === 'header' ? pointer.toLowerCase() : pointer;
}
