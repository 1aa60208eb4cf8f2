import type { DescribedScheme } from '../described.ts';
import type { InjectedCredential } from '../gateway/inject.ts';
import type { Secret } from '../vault/secret.ts';

/** An open secret as a request carries it; an API key goes where the scheme says, and nothing else needs one. */
export function injected(secret: Secret, scheme: DescribedScheme | null): InjectedCredential {
  switch (secret.kind) {
    case 'API_KEY':
      if (scheme?.kind !== 'API_KEY') throw new Error('An API key has no place to go to.');
      return { kind: 'API_KEY', apiKey: secret.apiKey, in: scheme.in, parameter: scheme.parameter };
    case 'BEARER':
      return { kind: 'BEARER', token: secret.token };
    case 'BASIC':
      return { kind: 'BASIC', username: secret.username, password: secret.password };
    case 'CUSTOM':
      return { kind: 'HEADERS', headers: secret.headers };
    case 'OAUTH2_TOKENS':
      return { kind: 'BEARER', token: secret.accessToken };
    default:
      throw new Error('A client of OAuth is sent to its authorization server alone.');
  }
}
