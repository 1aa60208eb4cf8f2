// Sends one signed POST by Standard Webhooks, over persistent connections.
import { Webhook } from 'standardwebhooks';
import { Agent, request } from 'undici';

const dispatcher = new Agent({ connections: 64 });
const webhook = new Webhook('bench-secret-bench-secret-bench-secret', { format: 'raw' });

export async function send(url, id, data) {
  const at = new Date();
  const body = JSON.stringify({ type: 'workspace.updated', timestamp: at.toISOString(), data });
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': webhook.sign(id, at, body),
  };
  const answer = await request(url, { method: 'POST', dispatcher, headers, body });
  await answer.body.dump();
  if (answer.statusCode !== 200) throw new Error(`The receiver answered ${answer.statusCode}.`);
}

/** Executes the bench's commands: `prepare` creates this many deliveries, `deliver` sends them. */
export function onCommand(commands) {
  process.on('message', (command) => {
    if (typeof command === 'string') return;
    const [[name, options]] = Object.entries(command);
    commands[name](options).then(
      (result) => process.send({ result }),
      (error) => process.send({ error: String(error) }),
    );
  });
}
