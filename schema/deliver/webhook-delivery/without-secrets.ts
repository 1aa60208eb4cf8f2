import { foreignJson } from '../../values/foreign-json.ts';
import { mark, scrub } from '../../connect/gateway/scrub.ts';
import { isSecretMember } from '../../connect/gateway/secret-members.ts';

/**
 * Returns a receiver's answer without these secrets, and without values that look like a secret or have a
 * secret's name.
 */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const json = /^\s*[[{]/.test(text) ? foreignJson(text) : undefined;
  if (json !== undefined) return JSON.stringify(scrub(json, secrets).data);
  return String(scrub(text.replaceAll(named, withoutValue), secrets).data);
}

// Both parts are bounded and cannot match the separator, so matching takes linear time.
const named = /([\w.-]{1,64})("?\s{0,4}[:=]\s{0,4})("[^"]{1,2048}"?|[^\s,;&"}]{1,2048})/g;

function withoutValue(whole: string, name: string, between: string): string {
  return isSecretMember(name) ? `${name}${between}${mark}` : whole;
}
