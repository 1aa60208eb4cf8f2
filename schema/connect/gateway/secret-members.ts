import { isNamedLikeSecret } from '../../values/secret-names.ts';

/** The names of secrets in providers’ answers, in addition to the names that settings must not have. */
// oxfmt-ignore
const more: ReadonlySet<string> = new Set([
  'accesstoken', 'refreshtoken', 'idtoken', 'sessiontoken', 'secret', 'secretkey', 'secretaccesskey', 'privatekey', 'signingsecret',
  'webhooksecret', 'sharedsecret', 'passphrase', 'passwd',
]);

/** Whether a text under this name is a provider’s secret. Paging tokens are not. */
export function isSecretMember(name: string): boolean {
  return more.has(name.replaceAll(/[^0-9A-Za-z]/g, '').toLowerCase()) || isNamedLikeSecret(name);
}
