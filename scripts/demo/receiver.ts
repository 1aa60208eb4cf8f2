import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { verifyWebhook, WebhookError } from '../../sdk/src/webhook.ts';

/** A small receiver on loopback, which accepts only messages that a trusted secret signed. */
export interface DemoReceiver extends AsyncDisposable {
  url: string;
  trust(secret: string): void;
  /** Returns the next accepted message. Throws after a timeout. */
  next(): Promise<Received>;
}

export interface Received {
  message: unknown;
  /** The number of its signatures. */
  signatures: number;
}

const patienceMs = 30_000;

export async function startDemoReceiver(): Promise<DemoReceiver> {
  let trusted: string[] = [];
  const taken: Received[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const message = await verifyWebhook(await buffer(request), request.headers, trusted);
      const signatures = String(request.headers['webhook-signature']).split(' ').length;
      taken.push({ message, signatures });
      response.writeHead(204).end();
      server.emit('taken');
    } catch (error) {
      response.writeHead(error instanceof WebhookError ? 400 : 500).end();
    }
  };
  const server = createServer((request, response) => void take(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const next = async (): Promise<Received> => {
    const received = taken.shift();
    if (received) return received;
    await once(server, 'taken', { signal: AbortSignal.timeout(patienceMs) });
    return await next();
  };
  return {
    next,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    trust: (secret) => void (trusted = [secret]),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
