import type { Ports } from '../../kernel/context.ts';
import type { EventType } from '../../records/event/catalogue.ts';
import { bodyOf, messageOf, type Message } from '../../records/event/message.ts';
import { sampleOf } from '../../records/event/sample.ts';
import type { Claimed } from './claim.ts';
import { interrupted, sendOnce, type Finished } from './send.ts';
import type { SigningSecrets } from './signing-secrets.ts';

/**
 * Returns a function that sends deliveries of one claim. It serializes a message for several endpoints once.
 */
export function delivererOf(ports: Ports, secrets: SigningSecrets) {
  const { baseUrl } = ports.settings;
  const bodies = new Map<string, string>();
  const bodyFor = (claimed: Claimed): string => {
    const { messageId } = claimed.delivery;
    const body = bodies.get(messageId) ?? bodyOf(messageFor(claimed, baseUrl));
    bodies.set(messageId, body);
    return body;
  };
  return async (claimed: Claimed, { signal, mayStillSend }: Sending): Promise<Finished> => {
    try {
      const how = { body: bodyFor(claimed), secrets: await secrets.of(claimed.endpoint), signal };
      if (!mayStillSend()) return { claimed, attempted: interrupted(heldUp) };
      return { claimed, attempted: await sendOnce(ports, claimed, how) };
    } catch (error) {
      ports.log.error({ event: 'webhook.not_sent', deliveryId: claimed.delivery.id, error });
      return { claimed, attempted: interrupted(notSigned) };
    }
  };
}

interface Sending {
  signal: AbortSignal;
  /** Whether the worker's lease is certain to hold, checked right before sending. */
  mayStillSend: () => boolean;
}

const heldUp = 'The process was blocked for so long that it did not send this. It sends it again.';
// Not the receiver's fault: the secret could not be opened, or the database was unavailable.
const notSigned = 'The server could not sign the delivery. The operator finds the reason in the log.';

function messageFor({ delivery, endpoint, event }: Claimed, baseUrl: string): Message {
  const { messageId: id, eventType: type, workspaceId, createdAt: now } = delivery;
  if (event) return messageOf(event, baseUrl);
  return sampleOf(type as EventType, { id, workspaceId, environment: endpoint.environment, baseUrl, now });
}
