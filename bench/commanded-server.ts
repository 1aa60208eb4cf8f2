// The real server, which also does on command what no API offers: opens one secret again and again.
import { boot } from '../server/boot.ts';
import { createLog } from '../server/log.ts';
import { stopSignal } from '../server/terminal.ts';
import { openSecrets, type Openings } from './open-secrets.ts';

export type Command = { open: Openings };

await using running = await boot(process.env, ({ logLevel }) => createLog({ level: logLevel }));
const { ports } = running;
process.on('message', (command: string | Command) => {
  if (typeof command === 'string') return;
  openSecrets(ports, command.open).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
await stopSignal();
