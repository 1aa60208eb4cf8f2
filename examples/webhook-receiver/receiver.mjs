// WEBHOOK_SECRETS=<secret>[,<secret>] node examples/webhook-receiver/receiver.mjs
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

const webhooks = process.env.WEBHOOK_SECRETS.split(',').map(
  (secret) => new Webhook(secret, { format: 'raw' }),
);
const messages = new Map();

createServer((request, response) => {
  receive(request).then(
    (status) => response.writeHead(status).end(),
    () => response.destroy(),
  );
}).listen(Number(process.env.PORT ?? 8080));

/** Returns the status of the answer. */
async function receive(request) {
  const message = verified(await text(request), request.headers);
  if (!message) return 400;
  // A retry has the id of the first attempt.
  if (!messages.has(message.id)) {
    messages.set(message.id, message);
    console.log(JSON.stringify(message));
  }
  return 204;
}

/** Returns the message if one of the secrets signed it, otherwise null. */
function verified(body, headers) {
  for (const webhook of webhooks)
    try {
      return webhook.verify(body, headers);
    } catch {
      // The next secret may match.
    }
  return null;
}
