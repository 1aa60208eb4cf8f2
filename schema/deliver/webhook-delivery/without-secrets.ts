import { foreignJson } from '../../values/foreign-json.ts';
import { mark, scrub } from '../../connect/gateway/scrub.ts';
import { isSecretMember } from '../../connect/gateway/secret-members.ts';

/** A receiver's answer without these secrets, and without what looks like one or stands under the name of one. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const json = /^\s*[[{]/.test(text) ? foreignJson(text) : undefined;
  if (json !== undefined) return JSON.stringify(scrub(json, secrets).data);
  return String(scrub(text.replaceAll(named, withoutValue), secrets).data);
}

// Both parts have bounds, and what is between them is no part of either.
const named = /([\w.-]{1,64})("?\s{0,4}[:=]\s{0,4})("[^"]{1,2048}"?|[^\s,;&"}]{1,2048})/g;

function withoutValue(whole: string, name: string, between: string): string {
  return isSecretMember(name) ? `${name}${between}${mark}` : whole;
}
