// `npm run rewrap-vault`: gives every workspace a new key, and seals the data keys of its secrets under it.
// Servers continue meanwhile. `npm run rewrap-vault -- --resume` continues an interrupted run.
import { sealingBy } from '../db/envelope.ts';
import { Workspace } from '../db/models/workspace.ts';
import { rewrapWorkspace } from '../schema/connect/vault/rewrap.ts';
import { loadConfig } from '../server/config/config.ts';
import { environment } from '../server/config/env.ts';
import { assertMasterKey } from '../server/config/instance.ts';
import { loadSecrets } from '../server/config/secrets.ts';
import { assertKnown } from './arguments.ts';
import { withExistingDatabase } from './with-database.ts';

const anew = !process.argv.includes('--resume');

try {
  assertKnown('rewrap-vault', ['--resume']);
  const env = environment();
  const config = loadConfig(env);
  await withExistingDatabase(config.database, async ({ knex }) => {
    const secrets = loadSecrets(env, config.dataDir, true);
    // It also loads the key of the rows' MACs.
    await assertMasterKey(knex, { secrets, dataDir: config.dataDir }, new Date());
    const keeper = { knex, sealing: sealingBy(secrets.masterKey), clock: { now: () => new Date() } };
    let [workspaces, seals] = [0, 0];
    for (const { id: workspaceId } of await Workspace.query(knex).select('id').orderBy('id')) {
      const replaced = await rewrapWorkspace({ ...keeper, workspaceId }, { anew });
      if (replaced === null) continue;
      workspaces += 1;
      seals += replaced;
    }
    console.log(
      `${anew ? 'Workspaces with a new key' : 'Workspaces checked'}: ${workspaces}. Seals replaced: ${seals}.`,
    );
  });
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
