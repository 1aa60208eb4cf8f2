// Counts a budget that instances share, without waiting for Redis. Each instance has a slice of the budget
// that remained at its last query. It queries again in the background when half of the slice is used. The
// query sends its own total, and Redis adds up all totals (`shared-counter.ts`). A slice reserves nothing, so
// nothing is wasted if an instance ends or does not use it. Instead, all instances together may exceed the
// quota, by at most their slices at the moment it runs out. That is instances × a quarter of the quota if
// they begin at the same time. It is nearly nothing if they have queried before, since slices shrink with the
// remaining budget.
import { randomUUID } from 'node:crypto';
import type { Allowance } from '../../schema/kernel/ports/limiter.ts';
import type { SharedCounter, Answer } from './shared-counter.ts';
import { allowanceOf, type Counts, type Limit, type Now } from './limit.ts';
import { createWindows, type Window } from './windows.ts';

/** The part of the remaining budget that an instance may let through before its next query. */
const part = 1 / 4;
/** How long a query waits after an empty budget, and how soon a refused caller may expect an answer. */
const askAgainMs = 1000;

/** A subject's account on this instance. */
interface Account extends Window {
  /** Distinguishes this account from those of other instances in Redis. */
  readonly id: string;
  /** Uses that this instance let through. */
  used: number;
  /** The part of `used` that Redis has confirmed. */
  told: number;
  /** The remaining budget in the last answer. */
  left: number;
  /** How much may be unconfirmed. */
  slice: number;
  /** Distinguishes windows in Redis; empty before the first answer. */
  began: string;
  isAsking: boolean;
  askAgainAt: number;
}

/**
 * Counts together with other instances on the path of every request. While Redis is away, it counts
 * separately, up to the whole quota.
 */
export function countBySlices(limit: Limit, counter: SharedCounter, now: Now): Counts {
  const { name, quota } = limit;
  const windowMs = limit.windowSeconds * 1000;
  const begin = (from: number): Account => ({
    id: randomUUID(),
    endsAt: from + windowMs,
    used: 0,
    told: 0,
    left: quota,
    slice: Math.ceil(quota * part),
    began: '',
    isAsking: false,
    askAgainAt: 0,
  });
  const windows = createWindows({ lastsMs: windowMs, begin });

  const ask = (subject: string, account: Account): void => {
    account.isAsking = true;
    let told = 0;
    counter.ask({
      name: `${name}:${subject}`,
      // A window that is new to Redis lasts there as long as it still lasts here; a known one starts again.
      toUpdate() {
        told = account.used;
        const lastsMs = account.began === '' ? account.endsAt - now() : windowMs;
        return {
          account: account.id,
          count: told,
          lastsMs: Math.max(1, Math.ceil(lastsMs)),
          began: account.began,
        };
      },
      settle(answer) {
        account.isAsking = false;
        if (answer) settle(account, told, answer);
      },
    });
  };

  const settle = (account: Account, told: number, { total, lastsMs, began }: Answer): void => {
    const isOver = account.began !== '' && account.began !== began;
    // The update belongs to the previous window, and only later uses count in the new one.
    if (isOver) account.used -= told;
    account.told = isOver ? 0 : told;
    account.began = began;
    account.left = Math.max(0, quota - total);
    account.slice = account.left === 0 ? 0 : Math.max(1, Math.floor(account.left * part));
    // Never ends before Redis ends it: a new window here would otherwise be counted in the old one.
    account.endsAt = now() + lastsMs;
    account.askAgainAt = account.left === 0 ? now() + askAgainMs : 0;
  };

  return {
    take(subject, count) {
      const at = now();
      const account = windows.of(subject, at);
      const exceeded = !(counter.isAway() ? fitsAlone(account, count, quota) : fits(account, count));
      if (!exceeded) account.used += count;
      if (isToAsk(account, exceeded, at)) ask(subject, account);
      return counter.isAway()
        ? allowanceOf(limit, quota - account.used, account.endsAt - at, exceeded)
        : standing(limit, account, exceeded ? count : 0, at);
    },
    giveBack(subject) {
      const account = windows.find(subject, now());
      if (!account || account.used === 0) return;
      account.used -= 1;
      if (unreportedOf(account) < 0 && !account.isAsking) ask(subject, account);
    },
    clear(subject) {
      windows.drop(subject);
      counter.drop(`${name}:${subject}`);
    },
  };
}

// A command of several uses may exceed the slice, so that none is too large, but never the remaining budget.
function fits(account: Account, count: number): boolean {
  const { slice, left } = account;
  const untold = unreportedOf(account);
  return count === 0 || (untold < slice && untold + count <= left);
}

function fitsAlone({ used }: Account, count: number, quota: number): boolean {
  return used + count <= quota;
}

function isToAsk(account: Account, exceeded: boolean, at: number): boolean {
  const { isAsking, slice, askAgainAt } = account;
  return !isAsking && at >= askAgainAt && (exceeded || unreportedOf(account) * 2 >= slice);
}

/** The uses that Redis has not confirmed; negative after `giveBack`. */
function unreportedOf({ used, told }: Account): number {
  return used - told;
}

// If the remaining budget suffices, a refused caller waits only for the next answer.
function standing(limit: Limit, account: Account, refused: number, at: number): Allowance {
  const { left, endsAt } = account;
  const untold = unreportedOf(account);
  const isAnswerDue = refused > 0 && untold + refused <= left;
  return isAnswerDue
    ? allowanceOf(limit, 0, Math.min(askAgainMs, endsAt - at), true)
    : allowanceOf(limit, left - untold, endsAt - at, refused > 0);
}
