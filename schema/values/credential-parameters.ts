// Names of parameters in lower case, without separators.
const credentialNames: ReadonlySet<string> = new Set([
  'accesstoken',
  'refreshtoken',
  'idtoken',
  'sessiontoken',
  'token',
  'jwt',
  'bearer',
  'apikey',
  'key',
  'authorization',
  'auth',
  'secret',
  'clientsecret',
  'password',
  'credential',
]);

const parameter = /[?&;#]([^?&;#=]*)=(?=[^?&;#])/g;

/** Whether a URL has a nonempty parameter that is named like a credential. */
export function hasCredentialParameter(url: string): boolean {
  for (const [, name = ''] of url.matchAll(parameter)) {
    if (credentialNames.has(name.replaceAll(/[^0-9A-Za-z]/g, '').toLowerCase())) return true;
  }
  return false;
}
