import type { AdapterPayload } from 'oidc-provider';
import { kindOfId, newId } from '../../schema/values/id.ts';
import { parseSealed } from '../../schema/kernel/sealed.ts';
import { daysAfter } from '../../schema/values/time.ts';
import type { SurfacePorts } from '../http/surface.ts';

type Keeping = Pick<SurfacePorts, 'clock' | 'oauthRecords' | 'settings'>;
type Kept = AdapterPayload & { renewedOn?: string };

/** How long a client is known with which nobody has connected, and how long after a person's tokens were renewed the last time. */
const days = { unused: 1, used: 90 };

/** Keeps a client that registered itself, and gives its id. */
export async function keepRegistration(
  { clock, oauthRecords }: Keeping,
  metadata: AdapterPayload,
): Promise<string> {
  const id = newId('oauthClient');
  const expiresAt = daysAfter(clock.now(), days.unused);
  await oauthRecords.put('CLIENT', id, { text: JSON.stringify({ client_id: id, ...metadata }), expiresAt });
  return id;
}

/** A client that registered itself, as long as it is known. Where none may any more, none is. */
export async function registeredClient(ports: Keeping, id: string): Promise<AdapterPayload | undefined> {
  const { renewedOn: _renewedOn, ...client } = (await keptBy(ports, id)) ?? {};
  return client.client_id === undefined ? undefined : client;
}

/** Keeps a client on by which a person has connected, once a day. Others are left alone. */
export async function keepClient(ports: Keeping, id: string | undefined): Promise<void> {
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
