import type { Client } from '@modelcontextprotocol/client';
import { RemoteToolsFailure, type RemoteServer } from '../../schema/kernel/ports/remote-tools.ts';
import type { Egress } from '../../schema/kernel/ports/egress.ts';
import { openExchange, type Exchange, type Exchanging } from './exchange.ts';
import { notMcp, unreadable } from './failure.ts';

export interface Connected {
  client: Client;
  exchange: Exchange;
  /** The options of each request of the client; the exchange has a shorter timeout. */
  patience: { timeout: number };
}

interface Connecting extends Exchanging {
  /** Runs after the connection is established; its errors pass through unchanged. */
  onceConnected?: (connected: Connected) => Promise<void>;
}

const graceMs = 5_000;
const us = { name: 'sallyport', title: 'Sallyport', version: '1' };

/** Connects to a server of either era while `use` runs. Throws a RemoteToolsFailure. */
export async function connected<Used>(
  egress: Egress,
  server: RemoteServer,
  { onceConnected, ...exchanging }: Connecting,
  use: (connected: Connected) => Promise<Used>,
): Promise<Used> {
  const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const exchange = openExchange(egress, server, exchanging);
  const patience = { timeout: exchanging.bounds.timeoutMs + graceMs };
  const transport = new StreamableHTTPClientTransport(server.url, {
    fetch: exchange.fetch,
    // Egress decides about redirects, and follows fewer than the client.
    redirectPolicy: 'follow',
  });
  const client = new Client(us, {
    // There is no person here for a server to ask.
    capabilities: {},
    inputRequired: { autoFulfill: false },
    versionNegotiation: { mode: 'auto' },
  });
  try {
    await client.connect(transport, patience).catch((error: unknown) => {
      throw exchange.failure() ?? notMcp('It supports no known version of the protocol.', error);
    });
    const all = { client, exchange, patience };
    await onceConnected?.(all);
    return await told(all, use);
  } finally {
    await transport.terminateSession().catch(() => {});
    await client.close();
  }
}

/** Runs a request to the server. Throws a RemoteToolsFailure if it fails. */
export async function told<Answer>(
  connection: Connected,
  ask: (connected: Connected) => Promise<Answer>,
): Promise<Answer> {
  return await ask(connection).catch((error: unknown) => {
    const failure = connection.exchange.failure();
    throw failure ?? (error instanceof RemoteToolsFailure ? error : unreadable(error));
  });
}
