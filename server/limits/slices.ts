// A budget that instances share, counted without asking anybody on the way. Each lets through what it has in hand, a slice
// of what was left when it last asked, and asks again in the background when half of that is used. What it asks with is what
// it has let through; Redis adds up what everybody has (`shared-counter.ts`). A slice is not set aside: nothing is lost where an
// instance ends or does not use it. Instead all of them together may let through more than the quota, by at most what each
// has in hand as it runs out: instances × a quarter of the quota, where they begin at once, and nearly nothing where they
// have asked before, since slices shrink with what is left.
import { randomUUID } from 'node:crypto';
import type { Allowance } from '../../schema/kernel/ports/limiter.ts';
import type { SharedCounter, Answer } from './shared-counter.ts';
import { allowanceOf, type Counts, type Limit, type Now } from './limit.ts';
import { createWindows, type Window } from './windows.ts';

/** What part of what is left an instance may let through before it has asked again. */
const part = 1 / 4;
/** How long it is until one who was refused is worth asking about again, or has its answer. */
const askAgainMs = 1000;

/** A subject as this instance counts it. */
interface Account extends Window {
  /** By which Redis tells it from those of others. */
  readonly id: string;
  /** What was let through here. */
  used: number;
  /** What of it Redis has answered for. */
  told: number;
  /** What was left of the budget by the last answer. */
  left: number;
  /** How much may be untold. */
  slice: number;
  /** By which Redis tells windows apart; empty until it has been asked. */
  began: string;
  isAsking: boolean;
  askAgainAt: number;
}

/** Counts what every request passes, together with other instances; by itself while Redis is away, up to the whole quota. */
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
      // A window that Redis has not heard of goes on there for as long as it has here; one that it has begins anew.
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
    // What was told is of a window that is over, and only what came since of the one that has begun.
    if (isOver) account.used -= told;
    account.told = isOver ? 0 : told;
    account.began = began;
    account.left = Math.max(0, quota - total);
    account.slice = account.left === 0 ? 0 : Math.max(1, Math.floor(account.left * part));
    // Never before it ends in Redis: a window that begins here too early would be counted into the old one.
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
      if (untoldOf(account) < 0 && !account.isAsking) ask(subject, account);
    },
    clear(subject) {
      windows.drop(subject);
      counter.drop(`${name}:${subject}`);
    },
  };
}

// Several at once pass as a whole where one would, so that no command is larger than a slice; not beyond what is left.
function fits(account: Account, count: number): boolean {
  const { slice, left } = account;
  const untold = untoldOf(account);
  return count === 0 || (untold < slice && untold + count <= left);
}

function fitsAlone({ used }: Account, count: number, quota: number): boolean {
  return used + count <= quota;
}

function isToAsk(account: Account, exceeded: boolean, at: number): boolean {
  const { isAsking, slice, askAgainAt } = account;
  return !isAsking && at >= askAgainAt && (exceeded || untoldOf(account) * 2 >= slice);
}

/** What Redis has not answered for; less than none where something was given back since. */
function untoldOf({ used, told }: Account): number {
  return used - told;
}

// Who is refused while there is enough left waits for an answer that is under way, and not for the end of the window.
function standing(limit: Limit, account: Account, refused: number, at: number): Allowance {
  const { left, endsAt } = account;
  const untold = untoldOf(account);
  const isAnswerDue = refused > 0 && untold + refused <= left;
  return isAnswerDue
    ? allowanceOf(limit, 0, Math.min(askAgainMs, endsAt - at), true)
    : allowanceOf(limit, left - untold, endsAt - at, refused > 0);
}
