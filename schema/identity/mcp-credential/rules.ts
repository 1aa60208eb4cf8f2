import type { McpConsentStatus } from '../../../db/models/mcp-consent.ts';
import type { McpCredential, McpCredentialStatus } from '../../../db/models/mcp-credential.ts';
import { endOf } from '../../values/expiry.ts';
import { machine } from '../../values/machine.ts';
import { keepersBy, type Keeper } from '../member/keepers.ts';

export const credentialMoves = machine<McpCredentialStatus, 'grant' | 'rotate' | 'revoke'>(
  'MCP credential',
  { commands: { grant: 'granted something', rotate: 'rotated', revoke: 'revoked' } },
  { ACTIVE: { grant: 'ACTIVE', rotate: 'ACTIVE', revoke: 'REVOKED' }, REVOKED: {} },
);

export const consentMoves = machine<McpConsentStatus, 'revoke'>(
  'consent',
  { commands: { revoke: 'revoked' } },
  { ACTIVE: { revoke: 'REVOKED' }, REVOKED: {} },
);

/** How long a refresh token may stay unused before it expires (RFC 9700 §4.14.2). */
export const refreshIdleDays = 30;
/** How long a used refresh token works while its successor is unused, because an answer can get lost. */
export const refreshLeewaySeconds = 20;
/** How many connections one consent allows: authorizations that have refresh tokens. */
export const maxConnectionsOfConsent = 20;
/** How many redirect addresses a consent remembers, the newest first. */
export const maxDestinations = 20;

/** How many sessions a credential may have. The least recently used one ends when another begins. */
export const maxSessions = 256;
/** How long a session may stay unused, in seconds, and how long it may exist, in hours. */
export const sessionIdleSeconds = 1800;
export const maxSessionHours = 24;

/** How many active credentials a workspace may have; expired ones do not count. */
export const maxCredentials = 200;
export const maxExpiryDays = 365;
export const usualExpiryDays = 90;

/** The roles that may issue a credential, and whether its issuer has left or may no longer issue it. */
export const { keeperRoles: issuerRoles, isLost: issuerIsLost } = keepersBy('mcp_credentials:write');

/**
 * Whether the holder has been suspended or removed since the credential was created or last rotated. Counters
 * are compared, not times, so that a returning holder revives no earlier credential.
 */
export function holderIsLost(
  holder: Pick<Keeper, 'status' | 'activations'> | null | undefined,
  activations: number,
): boolean {
  return holder?.status !== 'ACTIVE' || holder.activations !== activations;
}

/** Whether the expiry date of a credential or a grant has passed. */
export function isExpired({ expiresOn }: Pick<McpCredential, 'expiresOn'>, now: Date): boolean {
  return now >= endOf(expiresOn);
}
