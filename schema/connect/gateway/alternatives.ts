import type { HttpRequest } from '../../kernel/ports/descriptions.ts';
import { filling, headerFill, lackText, pairFill, tokenFill, type Fill } from './fills.ts';
import { singlesOf, type InjectedCredential, type SingleCredential } from './inject.ts';
import type { Provider } from './provider.ts';
import { RequestFailure } from '../../kernel/request-failure.ts';

/**
 * Selects the parts of a credential to send with an operation: those for its first alternative that they
 * satisfy, and none if it needs none. Sends all if the description states no requirement. Throws a
 * RequestFailure if the credential satisfies no alternative.
 */
export function goingAlong(
  { security }: Pick<HttpRequest, 'security'>,
  { credential, schemes }: Pick<Provider, 'credential' | 'schemes'>,
): InjectedCredential | null {
  if (!credential || security.length === 0) return credential;
  const alternatives = security.filter((names) => names.length > 0);
  if (alternatives.length === 0) return null;
  if (schemes === null) return credential;
  const holders = singlesOf(credential).map((single) => ({
    name: single.name,
    single,
    fills: fillsOf(single),
  }));
  const chosen = filling(alternatives, schemes, holders);
  if (chosen) return { kind: 'PARTS', parts: chosen.map(({ single }) => single) };
  if (alternatives.length < security.length) return null;
  const { lack, sufficient } = lackText(alternatives, schemes, holders);
  throw new RequestFailure(
    'operation_unusable',
    `The connection's credential lacks ${lack}. This operation needs ${sufficient}. Add these parts to its ` +
      'credential reference, or create another connection with one that has them.',
  );
}

function fillsOf(credential: SingleCredential): Fill[] {
  switch (credential.kind) {
    case 'API_KEY':
      return [{ in: credential.in, parameter: credential.parameter, says: 'KEY' }];
    case 'BEARER':
      return [tokenFill];
    case 'BASIC':
      return [pairFill];
    default:
      return Object.keys(credential.headers).map(headerFill);
  }
}
