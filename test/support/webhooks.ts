import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { WebhookAttempt } from '../../db/models/webhook-attempt.ts';
import { WebhookDelivery } from '../../db/models/webhook-delivery.ts';
import { WebhookEndpoint } from '../../db/models/webhook-endpoint.ts';
import { WebhookQueue } from '../../db/models/webhook-queue.ts';
import { claimDeliveries, type Room } from '../../schema/deliver/webhook-delivery/claim.ts';
import { delivererOf } from '../../schema/deliver/webhook-delivery/deliver.ts';
import { finishDeliveries } from '../../schema/deliver/webhook-delivery/finish.ts';
import { beat } from '../../schema/deliver/webhook-delivery/lease.ts';
import { planDeliveries, workspacesWithBacklog } from '../../schema/deliver/webhook-delivery/plan.ts';
import { SigningSecrets } from '../../schema/deliver/webhook-delivery/signing-secrets.ts';
import { newId } from '../../schema/values/id.ts';
import type { TestApp } from './app.ts';
import { httpHost } from './listeners.ts';
import type { Somebody } from './people.ts';

/** A delivery that its receiver got. */
export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

type Answer = (response: ServerResponse, received: Received, request: IncomingMessage) => void;

export interface Receiver {
  url: string;
  received: Received[];
  /** Answers the next deliveries. */
  answers: Answer;
}

/** Starts an external webhook receiver on loopback. */
export async function receiver(answers: Answer = (response) => void response.end('ok')): Promise<Receiver> {
  const it: Receiver = { url: '', received: [], answers };
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const received = { headers: request.headers, body: await text(request) };
    it.received.push(received);
    it.answers(response, received, request);
  };
  const origin = await httpHost((request, response) => void take(request, response));
  it.url = new URL('/hooks', origin).href;
  return it;
}

export function status(code: number, headers: Record<string, string> = {}): Answer {
  return (response) => void response.writeHead(code, headers).end();
}

/** A worker whose steps a test runs by hand. */
export function workerOf({ ports }: TestApp) {
  const id = newId('webhookWorker');
  const secrets = new SigningSecrets(ports);
  const plan = async () => {
    for (
      let behind = await workspacesWithBacklog(ports);
      behind.length > 0;
      behind = await workspacesWithBacklog(ports)
    )
      for (const workspaceId of behind) await planDeliveries(ports, workspaceId);
  };
  const claim = async (room = 100, held: Room['held'] = []) => {
    await beat(ports, id);
    return await claimDeliveries(ports, id, { room, held });
  };
  const send = async (claimed: Awaited<ReturnType<typeof claim>>) => {
    const deliver = delivererOf(ports, secrets);
    return await Promise.all(
      claimed.map(
        async (one) => await deliver(one, { signal: new AbortController().signal, mayStillSend: () => true }),
      ),
    );
  };
  const finish = async (finished: Awaited<ReturnType<typeof send>>) =>
    await finishDeliveries(ports, id, finished);
  return {
    id,
    plan,
    claim,
    send,
    finish,
    /** Sends due deliveries until there are none. Returns how many were sent. */
    async work(): Promise<number> {
      await plan();
      let sent = 0;
      for (let claimed = await claim(); claimed.length > 0; claimed = await claim()) {
        await finish(await send(claimed));
        sent += claimed.length;
      }
      return sent;
    },
  };
}

export interface Place {
  owner: Somebody;
  workspaceId: string;
}

/** Creates an endpoint over REST and returns the answer. */
export async function endpointFor(t: TestApp, { owner, workspaceId }: Place, url: string, more: object = {}) {
  const { status: code, body } = await t.rest('POST', '/api/console/webhooks/endpoints', {
    as: owner,
    workspace: workspaceId,
    body: { environment: 'SANDBOX', url, eventTypes: ['application.*', 'api_key.*'], ...more },
  });
  if (code !== 201) throw new Error(`making an endpoint answered ${code}: ${JSON.stringify(body)}`);
  return body as { id: string; secret: string; secretHint: string };
}

let named = 0;

/** Causes an event: creates an application and returns its id. */
export async function happen(t: TestApp, { owner, workspaceId }: Place): Promise<string> {
  named += 1;
  const { body } = await t.rest('POST', '/api/console/applications', {
    as: owner,
    workspace: workspaceId,
    body: { name: `Application ${named}` },
  });
  return body.id;
}

/** Returns the newest delivery to an endpoint, with its attempts. */
export async function deliveryOf({ ports: { database } }: TestApp, endpointId: string) {
  const { knex } = database;
  const delivery = await WebhookDelivery.query(knex)
    .where({ endpointId })
    .orderBy('id', 'desc')
    .first()
    .throwIfNotFound();
  const attempts = await WebhookAttempt.query(knex).where({ deliveryId: delivery.id }).orderBy('number');
  return { ...delivery.toJSON(), attempts };
}

export async function endpointOf({ ports: { database } }: TestApp, id: string) {
  const endpoint = await WebhookEndpoint.query(database.knex).findById(id).throwIfNotFound();
  const queue = await WebhookQueue.query(database.knex).findById(id).throwIfNotFound();
  return { endpoint, queue };
}
