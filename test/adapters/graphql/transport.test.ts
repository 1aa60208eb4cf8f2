import { EventEmitter } from 'node:events';
import type { Server } from 'graphql-ws';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTransport, type Extra } from '../../../adapters/graphql/transport.ts';

/** A fake socket; the test sets how many bytes its peer has not read. */
class Peer extends EventEmitter {
  readonly OPEN = 1;
  readonly protocol = 'graphql-transport-ws';
  readyState = 1;
  bufferedAmount = 0;
  readonly sent: string[] = [];
  closedWith: number | null = null;
  pings = 0;
  isTerminated = false;

  send(data: string): void {
    this.sent.push(data);
  }

  close(code: number): void {
    this.readyState = 2;
    this.closedWith = code;
  }

  ping(): void {
    this.pings += 1;
  }

  terminate(): void {
    this.isTerminated = true;
  }
}

type Send = (data: string) => void;

const ignore = () => {};
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };

function transport() {
  const senders = new Map<Peer, Send>();
  let opening: Peer;
  const server = {
    opened: (socket: { send: Send }) => {
      senders.set(opening, socket.send);
      return async () => {};
    },
  } as unknown as Server<Extra>;
  const serve = createTransport(server, log);
  return (bufferedAmount = 0) => {
    const peer = new Peer();
    peer.bufferedAmount = bufferedAmount;
    opening = peer;
    serve(peer as never, {} as never);
    return { peer, send: senders.get(peer) as Send };
  };
}

const mebibyte = 1_048_576;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a socket', () => {
  it('is checked for its buffered bytes before each frame, and closed with 1013 over 1 MiB', () => {
    const { peer, send } = transport()(mebibyte);

    send('the last');
    peer.bufferedAmount += 1;
    send('one too many');
    send('and another');

    expect([peer.sent, peer.closedWith]).toEqual([['the last'], 1013]);
  });

  it('has its share of 64 MiB when many sockets do not read', () => {
    const open = transport();
    const peers = Array.from({ length: 1000 }, () => open(65_537));
    for (const { send } of peers) send('first');
    const [one, other] = peers.map(({ peer, send }) => ({ peer, send }));

    for (const { peer } of peers) peer.bufferedAmount = 70_000;
    one?.send('second');
    if (other) other.peer.bufferedAmount = 60_000;
    other?.send('second');

    expect(one?.peer.closedWith).toBe(1013);
    expect([other?.peer.closedWith, other?.peer.sent]).toEqual([null, ['first', 'second']]);
  });

  it('may buffer 1 MiB again once the other sockets have read', () => {
    const open = transport();
    const others = Array.from({ length: 1000 }, () => open(65_537));
    for (const { send } of others) send('first');
    for (const { peer, send } of others) {
      peer.bufferedAmount = 0;
      send('second');
    }
    const { peer, send } = open(900_000);

    send('first');
    send('second');

    expect([peer.sent.length, peer.closedWith]).toEqual([2, null]);
  });

  it('is terminated ten seconds after it was closed, or when it answers no ping', () => {
    const open = transport();
    const [slow, silent, alive] = [open(2 * mebibyte), open(), open()];

    slow.send('never');
    vi.advanceTimersByTime(9999);
    const early = slow.peer.isTerminated;
    vi.advanceTimersByTime(2001);
    alive.peer.emit('pong');
    vi.advanceTimersByTime(12_000);

    expect([early, slow.peer.isTerminated]).toEqual([false, true]);
    expect([silent.peer.isTerminated, alive.peer.isTerminated]).toEqual([true, false]);
    expect(alive.peer.pings).toBe(2);
  });
});
