import { tokenSeconds } from '../../schema/identity/mcp-credential/tokens.ts';
import { addSigningKey } from '../../schema/identity/session/signing-key.ts';
import type { ServerPorts } from '../../server/ports.ts';

/** Adds the next signing key, like `npm run rotate-signing-key`; the instance reads it. Returns its `kid`. */
export async function rotateSigningKey({
  database,
  sealing,
  settings,
  tokens,
  clock,
}: ServerPorts): Promise<string> {
  const kid = await addSigningKey(
    {
      knex: database.knex,
      sealing,
      ttlSeconds: settings.accessTokenTtlSeconds,
      automationTtlSeconds: settings.automationTokenTtlSeconds,
      agentTtlSeconds: tokenSeconds,
    },
    clock.now(),
  );
  await tokens.reread(clock.now());
  return kid;
}
