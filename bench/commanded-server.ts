// The real server with two commands that no API offers: it opens one secret repeatedly, and inserts many
// capabilities.
import { boot } from '../server/boot.ts';
import { createLog } from '../server/log.ts';
import { stopSignal } from '../server/terminal.ts';
import { fillCapabilities, type Fill } from './fill-capabilities.ts';
import { openSecrets, type Openings } from './open-secrets.ts';

export type Command = { open: Openings } | { fill: Fill };

await using running = await boot(process.env, ({ logLevel }) => createLog({ level: logLevel }));
const { ports } = running;
process.on('message', (command: string | Command) => {
  if (typeof command === 'string') return;
  const done = 'open' in command ? openSecrets(ports, command.open) : fillCapabilities(ports, command.fill);
  done.then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
await stopSignal();
