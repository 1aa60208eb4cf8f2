import type { Ports } from '../schema/kernel/context.ts';
import { createSystemContext } from '../schema/command/create-context.ts';
import { openSecret } from '../schema/connect/vault/open.ts';
import { createDataKeys } from '../server/vault/data-keys.ts';
import { providerToken } from './peers/rows.ts';

export interface Openings {
  workspaceId: string;
  referenceId: string;
  atOnce: number;
  /** Whether each opening unwraps the secret's key, like the first opening of a minute. */
  isCold: boolean;
  ms: number;
}

export interface Opened {
  count: number;
  elapsedMs: number;
}

/**
 * Opens a provider's secret repeatedly for `ms` milliseconds, as each call through a connection does. Throws
 * if it is not the expected one.
 */
export async function openSecrets(ports: Ports, { atOnce, ms, ...which }: Openings): Promise<Opened> {
  const start = performance.now();
  const until = start + ms;
  const opener = async () => {
    let count = 0;
    for (; performance.now() < until; count += 1) await openOne(ports, which);
    return count;
  };
  const counts = await Promise.all(Array.from({ length: atOnce }, opener));
  return { count: counts.reduce((sum, it) => sum + it, 0), elapsedMs: performance.now() - start };
}

async function openOne(
  ports: Ports,
  { workspaceId, referenceId, isCold }: Omit<Openings, 'atOnce' | 'ms'>,
): Promise<void> {
  const dataKeys = isCold ? createDataKeys(ports.clock) : ports.dataKeys;
  const ctx = createSystemContext({ ...ports, dataKeys }, 'bench', workspaceId);
  const secret = await openSecret(ctx, referenceId, 'run listOrders');
  if (secret.kind !== 'BEARER' || secret.token !== providerToken) throw new Error('It is another secret.');
}
