// Executes approved requests with an act that never returns: it prints the request’s id and waits.
import { openDatabase } from '../../../db/knex.ts';
import { executeApproved } from '../../../schema/approvals/approval/execute.ts';
import { kindOf, registerKind } from '../../../schema/approvals/approval/kinds.ts';
import type { Ports } from '../../../schema/kernel/context.ts';
import '../../../schema/index.ts';
import { assertMasterKey } from '../../../server/config/instance.ts';

const [url = '', now = '', masterKey = '', dataDir = ''] = process.argv.slice(2);
registerKind({
  ...kindOf('PRODUCTION_ACCESS'),
  execution: {
    form: 'OUTSIDE',
    doneBy: 'the provider',
    seconds: 60,
    act: async (_ports, { id }) => {
      console.log(id);
      await new Promise(() => setInterval(() => {}, 1000));
    },
  },
});
const clock = { now: () => new Date(now) };
const log = { debug() {}, info() {}, warn: console.error, error: console.error };
const database = await openDatabase({ url });
const secrets = { masterKey: Buffer.from(masterKey, 'base64') };
await assertMasterKey(database.knex, { secrets, dataDir }, clock.now());
const feed = { publish: async () => {} };
// The only ports that a job uses.
await executeApproved({ database, clock, log, feed } as unknown as Ports);
