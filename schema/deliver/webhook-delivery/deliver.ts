import type { Ports } from '../../kernel/context.ts';
import type { Claimed } from './claim.ts';
import { contentOf, type Content } from './content.ts';
import { interrupted, sendOnce, type Finished } from './send.ts';
import type { SigningSecrets } from './signing-secrets.ts';

/**
 * Returns a function that sends deliveries of one claim. It serializes a message for several endpoints once.
 */
export function delivererOf(ports: Ports, secrets: SigningSecrets) {
  const { baseUrl } = ports.settings;
  const contents = new Map<string, Content>();
  const contentFor = (claimed: Claimed): Content => {
    const { messageId } = claimed.delivery;
    const content = contents.get(messageId) ?? contentOf(claimed, baseUrl);
    contents.set(messageId, content);
    return content;
  };
  return async (claimed: Claimed, { signal, mayStillSend }: Sending): Promise<Finished> => {
    try {
      const { body, digest: bodyDigest } = contentFor(claimed);
      const how = { body, secrets: await secrets.of(claimed.endpoint), signal };
      if (!mayStillSend()) return { claimed, attempted: interrupted(heldUp), bodyDigest: null };
      return { claimed, attempted: await sendOnce(ports, claimed, how), bodyDigest };
    } catch (error) {
      ports.log.error({ event: 'webhook.not_sent', deliveryId: claimed.delivery.id, error });
      return { claimed, attempted: interrupted(notSigned), bodyDigest: null };
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
