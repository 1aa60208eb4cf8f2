import type { DescribedFlow, DescribedScheme } from '../../schema/kernel/ports/descriptions.ts';
import { pointerOf } from '../../schema/values/pointer.ts';
import type { Reading } from './reading.ts';
import { follow } from './references.ts';
import { addressIn, type Surrounding } from './servers.ts';
import { prose } from './text.ts';
import {
  isHeaderName,
  isObject,
  isUsableName,
  itemsOf,
  own,
  wordOf,
  type JsonObject,
} from '../../schema/values/foreign-values.ts';

const maxSchemes = 50;
const maxScopes = 500;
const maxAlternatives = 20;
const at = '/components/securitySchemes';

/** Returns the security schemes that the server supports. */
export function schemesOf(reading: Reading, place: Surrounding): DescribedScheme[] {
  const given = own(own(reading.root, 'components'), 'securitySchemes');
  if (!isObject(given)) return [];
  return Object.keys(given)
    .slice(0, maxSchemes)
    .flatMap((name) => {
      const pointer = at + pointerOf([name]);
      const scheme = follow(reading, given[name], pointer)?.value;
      if (!scheme) return [];
      const known = isUsableName(name) ? kindOf(scheme, place) : null;
      if (known) return [{ name, description: prose(own(scheme, 'description'), 500), ...known }];
      reading.findings.add(
        'scheme_unusable',
        pointer,
        'The security scheme is not supported; it was left out.',
      );
      return [];
    });
}

type Kind = DescribedScheme extends infer Scheme
  ? Scheme extends unknown
    ? Omit<Scheme, 'name' | 'description'>
    : never
  : never;

function kindOf(scheme: JsonObject, place: Surrounding): Kind | null {
  switch (own(scheme, 'type')) {
    case 'apiKey':
      return apiKeyOf(own(scheme, 'in'), own(scheme, 'name'));
    case 'http':
      return httpOf(own(scheme, 'scheme'));
    case 'oauth2':
      return oauthOf(own(scheme, 'flows'), place);
    case 'openIdConnect': {
      const discoveryUrl = addressIn(own(scheme, 'openIdConnectUrl'), place);
      return discoveryUrl === null ? null : { kind: 'OPEN_ID_CONNECT', discoveryUrl };
    }
    default:
      return null;
  }
}

function apiKeyOf(place: unknown, parameter: unknown): Kind | null {
  if (!isUsableName(parameter)) return null;
  if (place === 'query') return { kind: 'API_KEY', in: place, parameter };
  // RFC 6265 §4.1.1: the name of a cookie is a token too.
  if (place === 'cookie') return isHeaderName(parameter) ? { kind: 'API_KEY', in: place, parameter } : null;
  return place === 'header' && isHeaderName(parameter) ? { kind: 'API_KEY', in: place, parameter } : null;
}

function httpOf(scheme: unknown): Kind | null {
  const name = wordOf(scheme).toLowerCase();
  if (name === 'bearer') return { kind: 'BEARER' };
  return name === 'basic' ? { kind: 'BASIC' } : null;
}

function oauthOf(given: unknown, place: Surrounding): Kind | null {
  const flows = [
    ...flowOf('AUTHORIZATION_CODE', own(given, 'authorizationCode'), place),
    ...flowOf('CLIENT_CREDENTIALS', own(given, 'clientCredentials'), place),
  ];
  return flows.length > 0 ? { kind: 'OAUTH2', flows } : null;
}

function flowOf(grant: DescribedFlow['grant'], flow: unknown, place: Surrounding): DescribedFlow[] {
  const urlOf = (name: string) => addressIn(own(flow, name), place);
  const [tokenUrl, authorizationUrl] = [urlOf('tokenUrl'), urlOf('authorizationUrl')];
  if (tokenUrl === null || (grant === 'AUTHORIZATION_CODE' && authorizationUrl === null)) return [];
  const scopes = own(flow, 'scopes');
  return [
    {
      grant,
      authorizationUrl: grant === 'AUTHORIZATION_CODE' ? authorizationUrl : null,
      tokenUrl,
      refreshUrl: urlOf('refreshUrl'),
      scopes: isObject(scopes) ? Object.keys(scopes).slice(0, maxScopes).filter(isUsableName) : [],
    },
  ];
}

/**
 * Returns the alternatives of schemes for an operation. One with an unknown scheme stays, so no credential
 * satisfies it in part. A public operation has one empty alternative; one without a statement has none.
 */
export function securityOf(
  reading: Reading,
  given: unknown,
  pointer: string,
  schemes: ReadonlySet<string>,
): string[][] {
  if (Array.isArray(given) && given.length === 0) return [[]];
  return itemsOf(given)
    .slice(0, maxAlternatives)
    .flatMap((requirement) => {
      const names = isObject(requirement) ? Object.keys(requirement).slice(0, maxSchemes) : [];
      if (names.every((name) => schemes.has(name))) return [names];
      reading.findings.add(
        'security_unusable',
        pointer,
        'The operation needs a security scheme that is missing or not supported. Only a credential of whole headers can call it.',
      );
      return [names.map((name) => (isUsableName(name) ? name : 'unnamed'))];
    });
}

/** Returns `header:name` and `query:name` of the parameters for credentials, not for arguments. */
export function credentialParameters(schemes: readonly DescribedScheme[]): Set<string> {
  return new Set(
    schemes.flatMap((scheme) => (scheme.kind === 'API_KEY' ? [placeOf(scheme.in, scheme.parameter)] : [])),
  );
}

export function placeOf(place: string, name: string): string {
  return `${place}:${place === 'header' ? name.toLowerCase() : name}`;
}
