import type { ConnectionMethod } from '../../../db/models/connection.ts';
import type { CredentialKind } from '../../../db/models/credential-reference.ts';
import type { DescribedFlow, DescribedScheme } from '../../kernel/ports/descriptions.ts';
import { validationFailed, type Refusal } from '../../values/errors.ts';
import { partNamesOf } from '../vault/outline.ts';
import { assertFilled, filledBy, holderOf, isFilled, type Asked, type Held } from './filled.ts';
import { placedParts } from './parts.ts';

export type OAuthGrant = DescribedFlow['grant'];

/** How a connection authenticates, and by which scheme of the description. */
export interface Way {
  method: ConnectionMethod;
  scheme: DescribedScheme | null;
  /** All schemes that the credential fills; null if that is unknown. */
  schemes: object[] | null;
}

type Wanted = { scheme?: string | null | undefined; grant?: OAuthGrant | null | undefined };

/** The kinds of schemes that a secret of the kind satisfies, best first. */
const serves: Record<CredentialKind, readonly DescribedScheme['kind'][]> = {
  API_KEY: ['API_KEY'],
  BEARER: ['BEARER', 'OAUTH2', 'OPEN_ID_CONNECT'],
  BASIC: ['BASIC'],
  OAUTH2_CLIENT: ['OAUTH2', 'OPEN_ID_CONNECT'],
  CUSTOM: ['API_KEY', 'BEARER', 'BASIC', 'OAUTH2', 'OPEN_ID_CONNECT'],
  OAUTH2_TOKENS: [],
};

/** The kinds of secrets that always have the same place, and so need no scheme. */
const plain: ReadonlySet<CredentialKind> = new Set(['BEARER', 'BASIC', 'CUSTOM']);

/**
 * Returns the way that fits the secret; without one, calls have no credential. Throws `validation_failed` if
 * the secret suffices for no operation.
 */
export function wayFor(asked: Asked, held: Held | null, wanted: Wanted): Way {
  if (held === null) return { method: 'NONE', scheme: null, schemes: null };
  return partNamesOf(held) === null ? wayForOne(asked, held, wanted) : wayForParts(asked, held, wanted);
}

function wayForParts(asked: Asked, { parts }: Held, { scheme }: Wanted): Way {
  if (scheme) throw unfit('/scheme', 'applies only to a single secret; named parts go where their names say');
  const placed = placedParts(asked.connector, parts ?? {}, '/credentialReferenceId');
  const holders = placed.map(({ holder }) => holder);
  assertFilled(asked, holders);
  const schemes = placed.map((one) => one.scheme);
  return { method: 'CUSTOM', scheme: null, schemes: filledBy(schemes, holders) };
}

function wayForOne(asked: Asked, held: Held, wanted: Wanted): Way {
  // MCP describes no security schemes; the server itself names its authorization server.
  if (asked.connector.source === 'MCP' && held.kind === 'OAUTH2_CLIENT')
    return { method: methodBy(wanted.grant ?? 'AUTHORIZATION_CODE'), scheme: null, schemes: [] };
  const all = asked.connector.schemes as DescribedScheme[];
  const ways = schemesFor(all, held.kind, wanted).map((scheme) => ({
    method: methodOf(scheme, held.kind, wanted.grant),
    scheme,
    holder: holderOf(held, scheme),
  }));
  const chosen = ways.find(({ holder }) => holder === null || isFilled(asked, [holder])) ?? ways[0];
  if (!chosen) throw new Error('A secret was left without any way.');
  const { method, scheme, holder } = chosen;
  if (holder) assertFilled(asked, [holder]);
  return { method, scheme, schemes: holder && filledBy(all, [holder]) };
}

/** Returns the schemes for a secret of the kind, best first; `[null]` if it needs none. */
function schemesFor(
  schemes: readonly DescribedScheme[],
  kind: CredentialKind,
  { scheme, grant }: Wanted,
): (DescribedScheme | null)[] {
  const named = scheme ? schemes.find(({ name }) => name === scheme) : undefined;
  if (scheme && !named)
    throw unfit('/scheme', `is not a scheme of the connector; its schemes are ${namesOf(schemes)}`);
  const among = named ? [named] : schemes;
  const fitting = serves[kind].flatMap((fit) => among.filter((one) => one.kind === fit));
  const found = kind === 'OAUTH2_CLIENT' ? fitting.filter((one) => grantOf(one, grant)) : fitting;
  if (found.length > 0) return found;
  if (!named && plain.has(kind)) return [null];
  throw unfit('/credentialReferenceId', `is of the kind ${kind}, and no scheme of the connector takes it`);
}

function methodOf(
  scheme: DescribedScheme | null,
  kind: CredentialKind,
  wanted: Wanted['grant'],
): ConnectionMethod {
  if (kind === 'OAUTH2_TOKENS') throw unfit('/credentialReferenceId', 'belongs to another connection');
  if (kind !== 'OAUTH2_CLIENT') return kind;
  const grant = scheme && grantOf(scheme, wanted);
  if (!grant) throw new Error('A client of OAuth was given a scheme without a grant.');
  return methodBy(grant);
}

function methodBy(grant: OAuthGrant): ConnectionMethod {
  return grant === 'AUTHORIZATION_CODE' ? 'OAUTH2_AUTHORIZATION_CODE' : 'OAUTH2_CLIENT_CREDENTIALS';
}

/** Returns the requested grant if the scheme has it; by default the one with a person, if there is one. */
function grantOf(scheme: DescribedScheme, wanted: Wanted['grant']): OAuthGrant | null {
  if (scheme.kind === 'OPEN_ID_CONNECT') return wanted ?? 'AUTHORIZATION_CODE';
  if (scheme.kind !== 'OAUTH2') return null;
  const grants = scheme.flows.map(({ grant }) => grant);
  if (wanted) return grants.includes(wanted) ? wanted : null;
  return grants.includes('AUTHORIZATION_CODE') ? 'AUTHORIZATION_CODE' : (grants[0] ?? null);
}

function namesOf(schemes: readonly DescribedScheme[]): string {
  return schemes.length === 0
    ? 'none'
    : schemes
        .map(({ name }) => name)
        .join(', ')
        .slice(0, 300);
}

function unfit(pointer: string, message: string): Refusal {
  return validationFailed([{ pointer, code: 'invalid', message }]);
}
