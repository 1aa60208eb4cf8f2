import { apiDescriptionOf } from '../../../adapters/rest/api-description.ts';
import { openDatabase } from '../../../db/knex.ts';
import { reachDatabase } from '../../../db/reach.ts';
import { loadConfig } from '../../../server/config/config.ts';
import { environment } from '../../../server/config/env.ts';
import { loadSecrets } from '../../../server/config/secrets.ts';
import { createLog } from '../../../server/log.ts';
import { openPorts } from '../../../server/ports.ts';
import { startWebhookWorker } from '../../../server/webhooks/worker.ts';

/**
 * The product’s worker, which kills itself with -9 at its n-th delivery (STUMBLES_AT): before it sends it or,
 * with STUMBLES=AFTER, after the answer and before it stores anything.
 */
const env = environment();
const config = loadConfig(env);
const reached = await reachDatabase(config.database);
const database = await openDatabase(reached);
const { knex } = await openDatabase({ ...reached, poolMax: 2 });
const ports = await openPorts({
  config,
  secrets: loadSecrets(env, config.dataDir, true),
  database,
  log: createLog({ level: config.logLevel }),
  clock: { now: () => new Date() },
  operations: { check: () => null },
  builtInSandbox: { operations: new Map() },
  apiDescription: apiDescriptionOf([]),
  shared: { knex, sampleClock: async () => {} },
});

const at = Number(env['STUMBLES_AT']);
const die = () => process.kill(process.pid, 'SIGKILL');
let sent = 0;
startWebhookWorker({
  ...ports,
  receivers: {
    ...ports.receivers,
    async send(request) {
      sent += 1;
      const isNow = sent === at;
      if (isNow && env['STUMBLES'] !== 'AFTER') die();
      const answer = await ports.receivers.send(request);
      if (isNow) die();
      return answer;
    },
  },
});
process.stdout.write('The worker is ready\n');
