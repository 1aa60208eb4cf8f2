import type { AdapterPayload } from 'oidc-provider';
import { kindOfId, newId } from '../../schema/values/id.ts';
import { parseSealed } from '../../schema/kernel/sealed.ts';
import { daysAfter } from '../../schema/values/time.ts';
import type { SurfacePorts } from '../http/surface.ts';

type Keeping = Pick<SurfacePorts, 'clock' | 'oauthRecords' | 'settings'>;
type Kept = AdapterPayload & { renewedOn?: string };

/** The days until a registered client expires: unused, and after the last renewal of tokens. */
const days = { unused: 1, used: 90 };

/** Stores a client that registered itself, and returns its id. */
export async function storeRegistration(
  { clock, oauthRecords }: Keeping,
  metadata: AdapterPayload,
): Promise<string> {
  const id = newId('oauthClient');
  const expiresAt = daysAfter(clock.now(), days.unused);
  await oauthRecords.put('CLIENT', id, { text: JSON.stringify({ client_id: id, ...metadata }), expiresAt });
  return id;
}

/** Returns a registered client until it expires, or undefined if registration is not allowed. */
export async function registeredClient(ports: Keeping, id: string): Promise<AdapterPayload | undefined> {
  const { renewedOn: _renewedOn, ...client } = (await keptBy(ports, id)) ?? {};
  return client.client_id === undefined ? undefined : client;
}

/** Extends the lifetime of a registered client that a person has connected, once a day. */
export async function extendRegistration(ports: Keeping, id: string | undefined): Promise<void> {
  if (id === undefined || kindOfId(id) !== 'oauth_client') return;
  const now = ports.clock.now();
  const today = now.toISOString().slice(0, 10);
  const client = await keptBy(ports, id);
  if (!client || client.renewedOn === today) return;
  const text = JSON.stringify({ ...client, renewedOn: today });
  await ports.oauthRecords.replace('CLIENT', id, { text, expiresAt: daysAfter(now, days.used) });
}

async function keptBy({ oauthRecords, settings }: Keeping, id: string): Promise<Kept | null> {
  const found = settings.registersClients ? await oauthRecords.find('CLIENT', id) : null;
  return found && (parseSealed(Buffer.from(found.text)) as Kept);
}
