import type { Knex } from 'knex';
import { ApiKey } from '../../db/models/api-key.ts';
import { send } from './over-http.ts';
import { errandOf } from './shopping.ts';
import { shop, type Shopped, type Shopper } from './shoppers.ts';

/** A shopper whose key rotates while it calls. */
export interface Turning extends Shopper {
  /** Whether a rotation of its key was chosen and has not been judged yet. */
  isChosen: boolean;
  isTurning: boolean;
  /** Counts its rotations. */
  turns: number;
  retiring: Retiring | null;
}

/** An earlier key that has its grace, and how far its end is. */
interface Retiring {
  secret: string;
  isEnding: boolean;
  isOver: boolean;
}

/** The counts of a load, and what must not have happened. */
export interface Load {
  url: string;
  knex: Knex;
  next: () => number;
  accepted: number;
  refused: number;
  inGrace: number;
  wrong: string[];
}

/** How many calls a rotation makes itself, apart from those of the load. */
export const ownCalls = { rotate: 2, succeed: 3 };

/** Makes a call with the present key of the shopper, or with an earlier one that has its grace. */
export async function call(load: Load, shopper: Turning): Promise<void> {
  const { retiring } = shopper;
  if (retiring && load.next() < 0.3) return await callWithOld(load, shopper, retiring);
  const { turns, isTurning, secret } = shopper;
  await judged(load, shopper, secret, () =>
    !isTurning && !shopper.isTurning && turns === shopper.turns ? null : 'either',
  );
}

async function callWithOld(load: Load, shopper: Turning, retiring: Retiring): Promise<void> {
  const wasOver = retiring.isOver;
  const answer = await judged(load, shopper, retiring.secret, () =>
    wasOver ? 'key_expired' : retiring.isEnding ? 'either' : null,
  );
  if (answer.status === 401) return;
  load.inGrace += 1;
  const { deprecation, sunset } = answer.headers;
  if (!deprecation || !sunset) load.wrong.push('An answer to an earlier key has no Deprecation or Sunset.');
}

async function judged(load: Load, shopper: Turning, secret: string, expected: () => Code): Promise<Shopped> {
  const errand = errandOf(shopper, load.next);
  const answer = await errand.send(load.url, secret);
  note(load, answer, expected());
  const wrong = answer.status === 401 ? null : errand.judge(answer);
  if (wrong) load.wrong.push(`${shopper.mark}: ${wrong}`);
  errand.end();
  return answer;
}

/** Replaces the secret. The old one ends with the answer. */
export async function rotate(load: Load, shopper: Turning): Promise<void> {
  const { secret: old, owner, keys, keyId } = shopper;
  shopper.isTurning = true;
  const { secret } = await send(load.url, 'POST', `${keys}/${keyId}/rotate`, { token: owner.token });
  Object.assign(shopper, { secret, isTurning: false, turns: shopper.turns + 1 });
  note(load, await shop(load.url, old, 'GET', '/orders'), 'credential_invalid');
  await call(load, shopper);
}

/** Replaces the key by a successor. Both work until the grace of the old one ends. */
export async function succeed(load: Load, shopper: Turning): Promise<void> {
  const { secret: old, owner, keys, keyId } = shopper;
  const body = { name: `after ${keyId}`, graceHours: 1 };
  const { id, secret } = await send(load.url, 'POST', `${keys}/${keyId}/successor`, {
    token: owner.token,
    body,
  });
  const retiring: Retiring = { secret: old, isEnding: false, isOver: false };
  Object.assign(shopper, { secret, keyId: id, turns: shopper.turns + 1, retiring });
  await callWithOld(load, shopper, retiring);
  await call(load, shopper);
  retiring.isEnding = true;
  await endGrace(load, shopper, keyId);
  retiring.isOver = true;
  await callWithOld(load, shopper, retiring);
  shopper.retiring = null;
}

/** Lets the hour of grace of the key be over. */
async function endGrace({ url, knex }: Load, { owner, application }: Turning, keyId: string): Promise<void> {
  const now = new Date();
  await ApiKey.change(knex, keyId, now, { retiresAt: now });
  // The server has cached the later end. A change of the application makes it read the key again.
  const description = `The grace of ${keyId} is over.`;
  await send(url, 'PATCH', application, { token: owner.token, body: { description } });
}

/** The code of the expected refusal; null for an accepted call. */
type Code = string | null;

function note(load: Load, { status, text }: Shopped, expected: Code): void {
  if (status === 401) load.refused += 1;
  else load.accepted += 1;
  const code = status === 401 ? (JSON.parse(text) as { code: string }).code : null;
  if (expected !== 'either' && code !== expected) load.wrong.push(`${status} ${text} instead of ${expected}`);
}
