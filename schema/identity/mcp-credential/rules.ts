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

/** How long a refresh token waits for its use. RFC 9700 §4.14.2 has those end that nobody uses. */
export const refreshIdleDays = 30;
/** How long a used refresh token is taken once more while nobody has used its successor: an answer can be lost on the way. */
export const refreshLeewaySeconds = 20;
/** How many programs one consent lets work at once: those that have refresh tokens. */
export const maxConnectionsOfConsent = 20;
/** How many redirect addresses a consent remembers, the newest first. */
export const maxDestinations = 20;

/** How many a workspace may have that are neither revoked nor expired. */
export const maxCredentials = 200;
export const maxExpiryDays = 365;
export const usualExpiryDays = 90;

/** Who may issue one, and whether who did answers for it no more. */
export const { keeperRoles: issuerRoles, isLost: issuerIsLost } = keepersBy('mcp_credentials:write');

/**
 * Whether the person in whose name the agent works is not here as they were when it was made or rotated last. Counted and
 * not timed, so that what they left behind does not come back with them.
 */
export function holderIsLost(
  holder: Pick<Keeper, 'status' | 'activations'> | null | undefined,
  activations: number,
): boolean {
  return holder?.status !== 'ACTIVE' || holder.activations !== activations;
}

/** Whether the day of a credential or a grant is over. */
export function isExpired({ expiresOn }: Pick<McpCredential, 'expiresOn'>, now: Date): boolean {
  return now >= endOf(expiresOn);
}
