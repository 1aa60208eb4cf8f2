import type { CredentialReference } from '../../../db/models/credential-reference.ts';
import type { EventData } from '../../records/event/catalogue.ts';

/** Returns the event data of a reference. */
export function toEventData({
  projectId,
  provider,
  kind,
  vaultId,
  status,
  version,
  expiresAt,
}: CredentialReference): EventData<'credential_reference.created'> {
  const ends = expiresAt?.toISOString() ?? null;
  return { projectId, provider, kind, vaultId, status, version, expiresAt: ends };
}
