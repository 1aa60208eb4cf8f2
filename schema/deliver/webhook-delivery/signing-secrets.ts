import { LRUCache } from 'lru-cache';
import type { Ports } from '../../kernel/context.ts';
import { createSystemContext } from '../../command/create-context.ts';
import { secondsAfter } from '../../values/time.ts';
import { noteOpening } from '../../connect/vault/open.ts';
import type { Receiver } from './claim.ts';
import { heldSeconds } from '../webhook-endpoint/rules.ts';
import { openSigningSecret } from '../webhook-endpoint/secret.ts';

interface Opened {
  secret: string;
  /** The previous version's secret, until its grace period ends. */
  previous: { secret: string; endsAt: Date } | null;
}

interface Held {
  version: number;
  until: Date;
  /** Concurrent callers share one opening. */
  opened: Promise<Opened>;
}

/** The most endpoints whose secrets are cached. */
const maxHeld = 2_000;

/**
 * Caches the opened signing secrets of a worker for ten minutes, so that each opening, not each delivery,
 * writes to the audit log. A rotated secret has another version, so a rotation applies from the next claimed
 * delivery on.
 */
export class SigningSecrets {
  readonly #ports: Ports;
  readonly #held = new LRUCache<string, Held>({ max: maxHeld });

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Returns the currently valid secrets, newest first. Throws an UnsealError if they cannot be opened. */
  async of(endpoint: Receiver): Promise<readonly [string, ...string[]]> {
    const now = this.#ports.clock.now();
    const known = this.#held.get(endpoint.id);
    const isGood = known?.version === endpoint.secretVersion && now < known.until;
    const { secret, previous } = await (isGood ? known : this.#open(endpoint, now)).opened;
    return previous && now < previous.endsAt ? [secret, previous.secret] : [secret];
  }

  #open(endpoint: Receiver, now: Date): Held {
    const { id, secretVersion: version } = endpoint;
    const held = {
      version,
      until: secondsAfter(now, heldSeconds),
      opened: openedOf(this.#ports, endpoint, now),
    };
    this.#held.set(id, held);
    held.opened.catch(() => {
      if (this.#held.get(id) === held) this.#held.delete(id);
    });
    return held;
  }
}

async function openedOf(ports: Ports, endpoint: Receiver, now: Date): Promise<Opened> {
  const { id, workspaceId, secretVersion: version, sealedSecret } = endpoint;
  const { sealedPreviousSecret, previousSecretEndsAt: endsAt } = endpoint;
  if (!sealedSecret) throw new Error(`The secret of ${id} was destroyed before it was requested.`);
  const ctx = createSystemContext(ports, 'deliver-webhooks', workspaceId, { isAnyState: true });
  await noteOpening(ctx, { type: 'webhook_endpoint', id }, { version, purpose: 'sign deliveries' });
  const open = async (at: number, sealed: Buffer) => await openSigningSecret(ctx, endpoint, at, sealed);
  const secret = await open(version, sealedSecret);
  if (!sealedPreviousSecret || !endsAt || now >= endsAt) return { secret, previous: null };
  return { secret, previous: { secret: await open(version - 1, sealedPreviousSecret), endsAt } };
}
