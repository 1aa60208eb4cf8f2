import { z } from 'zod';
import { EgressFailure, type Egress, type IncomingAnswer } from '../../schema/kernel/ports/egress.ts';
import {
  VaultFailure,
  type KeyValueEngine,
  type KeyValueVaults,
} from '../../schema/kernel/ports/key-value-vaults.ts';
import { parseJson } from '../../adapters/http/json.ts';

const bounds = { timeoutMs: 5_000, maxBytes: 262_144 };

// The engine's published API: the value under a name is `data.data`; it is null after a deletion.
const secret = z.object({ data: z.object({ data: z.record(z.string(), z.unknown()) }) });

/** Reads external vaults, through egress. */
export function createKeyValueVaults(egress: Egress): KeyValueVaults {
  const get = async (engine: KeyValueEngine, path: string) => {
    const { address, namespace, token } = engine;
    const headers = {
      accept: 'application/json',
      'x-vault-request': 'true',
      'x-vault-token': token,
      ...(namespace && { 'x-vault-namespace': namespace }),
    };
    try {
      return await egress.send({ method: 'GET', url: new URL(`/v1/${path}`, address), headers, bounds });
    } catch (cause) {
      if (!(cause instanceof EgressFailure)) throw cause;
      throw new VaultFailure('unreachable', `The vault does not answer. ${cause.message}`, { cause });
    }
  };
  return {
    async read(engine, name) {
      const answer = await get(engine, `${pathOf(engine.mount)}/data/${pathOf(name)}`);
      assertGood(answer);
      const parsed = secret.safeParse(jsonIn(answer));
      if (parsed.success) return parsed.data.data.data;
      throw new VaultFailure('unreadable', 'The vault’s answer is not a secret of its key-value engine.');
    },
    async check(engine) {
      assertGood(await get(engine, 'auth/token/lookup-self'));
    },
  };
}

function pathOf(name: string): string {
  return name.split('/').map(encodeURIComponent).join('/');
}

function assertGood({ status }: IncomingAnswer): void {
  if (status === 200) return;
  if (status === 403)
    throw new VaultFailure(
      'token_refused',
      'The vault refuses the token, or its policy refuses this secret.',
    );
  if (status === 404) throw new VaultFailure('no_such_secret', 'The vault has no secret with this name.');
  if (status === 503) throw new VaultFailure('sealed', 'The vault is sealed or in maintenance.');
  throw new VaultFailure('unreadable', `The vault answers with the status ${status}.`);
}

function jsonIn({ body }: IncomingAnswer): unknown {
  try {
    return parseJson(body);
  } catch {
    // The parser's own error would quote the answer, which contains secrets.
    throw new VaultFailure('unreadable', 'The vault’s answer is not JSON.');
  }
}
