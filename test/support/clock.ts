import type { Clock } from '../../schema/kernel/ports/clock.ts';

/** A clock that only moves when a test moves it. */
export class TestClock implements Clock {
  #now: Date;

  constructor(start = '2026-11-20T09:00:00.000Z') {
    this.#now = new Date(start);
  }

  now(): Date {
    return new Date(this.#now);
  }

  set(time: string): void {
    this.#now = new Date(time);
  }

  advance({ days = 0, hours = 0, minutes = 0, seconds = 0 }): void {
    const ms = (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
    this.#now = new Date(this.#now.getTime() + ms);
  }
}
