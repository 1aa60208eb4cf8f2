import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { decode, encode, type Answer } from 'dns-packet';
import { afterAll } from 'vitest';
import type { NameServer } from '../../adapters/egress/connect.ts';

type Question = { name: string; type: string };

/** Starts a DNS server on loopback: `answer` answers each question, with a time to live of zero. */
export async function nameServer(answer: (question: Question) => Answer[]): Promise<NameServer> {
  const socket = createSocket('udp4');
  socket.on('message', (message, { port, address }) => {
    const { id, questions = [] } = decode(message);
    const answers = questions.flatMap((question) => answer(question));
    socket.send(encode({ type: 'response', id, flags: 0x0180, questions, answers }), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  afterAll(() => void socket.close());
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return resolver;
}
