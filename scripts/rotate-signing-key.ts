// `npm run rotate-signing-key`: adds the next key for signing access tokens, without sign-outs or restarts.
// The new key is published before it signs; the old one verifies until its last token has expired.
import { sealingBy } from '../db/envelope.ts';
import { tokenSeconds } from '../schema/identity/mcp-credential/tokens.ts';
import { rereadSeconds } from '../schema/identity/session/key-ring.ts';
import { addSigningKey, publishSeconds } from '../schema/identity/session/signing-key.ts';
import { loadConfig } from '../server/config/config.ts';
import { environment } from '../server/config/env.ts';
import { loadSecrets } from '../server/config/secrets.ts';
import { assertKnown } from './arguments.ts';
import { withExistingDatabase } from './with-database.ts';

try {
  assertKnown('rotate-signing-key', []);
  const env = environment();
  const { database: settings, dataDir, settings: ttls } = loadConfig(env);
  const kid = await withExistingDatabase(settings, async ({ knex }) => {
    const { masterKey } = loadSecrets(env, dataDir, true);
    const keys = {
      knex,
      sealing: sealingBy(masterKey),
      ttlSeconds: ttls.accessTokenTtlSeconds,
      automationTtlSeconds: ttls.automationTokenTtlSeconds,
      agentTtlSeconds: tokenSeconds,
    };
    return await addSigningKey(keys, new Date());
  });
  console.log(
    `Key ${kid} was added. Servers publish it within ${rereadSeconds} seconds and sign with it after ` +
      `${publishSeconds} seconds. Sessions stay active.`,
  );
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
