import { isNamedLikeSecret } from '../../values/secret-names.ts';

/** Beside the names that settings must not have: what providers call the secrets that they answer with. */
// oxfmt-ignore
const more: ReadonlySet<string> = new Set([
  'accesstoken', 'refreshtoken', 'idtoken', 'sessiontoken', 'secret', 'secretkey', 'secretaccesskey', 'privatekey', 'signingsecret',
  'webhooksecret', 'sharedsecret', 'passphrase', 'passwd',
]);

/** Whether a text under this name is a secret of the provider. Tokens by which one turns pages are not. */
export function isSecretMember(name: string): boolean {
  return more.has(name.replaceAll(/[^0-9A-Za-z]/g, '').toLowerCase()) || isNamedLikeSecret(name);
}
