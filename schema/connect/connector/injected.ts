import type { DescribedScheme } from '../../kernel/ports/descriptions.ts';
import type { InjectedCredential, InjectedPart } from '../gateway/inject.ts';
import type { Pair, Parts } from '../vault/parts.ts';
import type { Secret } from '../vault/secret.ts';

/** The schemes that determine where a secret goes: one for an API key, several for named parts. */
interface Places {
  scheme: DescribedScheme | null;
  schemes?: readonly DescribedScheme[] | null;
}

/** Converts an opened secret to its form in a request. Omits parts without a scheme of the same name. */
export function injected(secret: Secret, { scheme, schemes }: Places): InjectedCredential {
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
    case 'PARTS':
      return { kind: 'PARTS', parts: placed(secret.parts, schemes ?? []) };
    case 'OAUTH2_TOKENS':
      return { kind: 'BEARER', token: secret.accessToken };
    default:
      throw new Error('A client of OAuth is sent to its authorization server alone.');
  }
}

function placed(parts: Parts, schemes: readonly DescribedScheme[]): InjectedPart[] {
  return schemes.flatMap((scheme) => {
    const part = Object.hasOwn(parts, scheme.name) ? parts[scheme.name] : undefined;
    return part === undefined ? [] : [{ ...partAs(part, scheme), name: scheme.name }];
  });
}

function partAs(part: string | Pair, scheme: DescribedScheme): InjectedPart {
  if (typeof part !== 'string') return { kind: 'BASIC', ...part };
  if (scheme.kind === 'API_KEY')
    return { kind: 'API_KEY', apiKey: part, in: scheme.in, parameter: scheme.parameter };
  return { kind: 'BEARER', token: part };
}
