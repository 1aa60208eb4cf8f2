import { httpHost } from './listeners.ts';

type Kept = Record<string, Record<string, unknown>>;

export interface KeyValueVault {
  address: string;
  token: string;
  /** The stored secrets, by name. */
  kept: Kept;
  /** The received requests: path, namespace and token. */
  asked: { path: string; namespace: string | undefined; token: string | undefined }[];
  /** While set, the status of all answers. */
  status: number | null;
}

/**
 * An external vault, based on the published API of HashiCorp Vault's key-value engine, version 2; it is not a
 * copy of the real one.
 */
export async function keyValueVault(kept: Kept = {}): Promise<KeyValueVault> {
  const vault: KeyValueVault = {
    address: '',
    token: 'hvs.CAESINothingButATest',
    kept,
    asked: [],
    status: null,
  };
  const host = await httpHost(({ url = '', headers }, answer) => {
    const token = headers['x-vault-token'] as string | undefined;
    const namespace = headers['x-vault-namespace'] as string | undefined;
    vault.asked.push({ path: url, namespace, token });
    const send = (status: number, body: unknown) =>
      answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (vault.status !== null) return send(vault.status, { errors: ['Vault is sealed'] });
    if (token !== vault.token) return send(403, { errors: ['permission denied'] });
    if (url === '/v1/auth/token/lookup-self') return send(200, { data: { ttl: 0, policies: ['read'] } });
    const name = decodeURIComponent(/^\/v1\/secret\/data\/(.*)$/.exec(url)?.[1] ?? '');
    const data = vault.kept[name];
    if (!data) return send(404, { errors: [] });
    return send(200, { data: { data, metadata: { version: 1, destroyed: false, deletion_time: '' } } });
  });
  vault.address = host.origin;
  return vault;
}
