// `npm run prove-address -- <address>`: proves the e-mail address of an account if no mails are sent
// (MAIL_DRIVER=log). The person may then decide approval requests. The audit log names the operator.
import { inTransaction } from '../db/transaction.ts';
import { Person } from '../db/models/person.ts';
import { Changes } from '../schema/kernel/changes.ts';
import { nobody } from '../schema/command/create-context.ts';
import { proveEmail } from '../schema/identity/person/prove-email.ts';
import { emailKeyOf } from '../schema/identity/person/rules.ts';
import { loadConfig } from '../server/config/config.ts';
import { environment } from '../server/config/env.ts';
import { loadSecrets } from '../server/config/secrets.ts';
import { assertMasterKey } from '../server/config/instance.ts';
import { withExistingDatabase } from './with-database.ts';

const job = 'prove-address';

try {
  const [address, ...others] = process.argv.slice(2);
  if (!address || others.length > 0)
    throw new Error('Name one e-mail address: `npm run prove-address -- ada@example.com`. Nothing was done.');
  const env = environment();
  const { database: settings, dataDir, mail } = loadConfig(env);
  if (mail.driver !== 'log') {
    const mails =
      mail.driver === 'file'
        ? `This server stores mail as files in ${dataDir}/mail`
        : 'This server sends mail';
    throw new Error(`${mails}. People verify their addresses with the links in it. Nothing was done.`);
  }
  console.log(
    await withExistingDatabase(settings, async ({ knex }) => {
      const secrets = loadSecrets(env, dataDir, true);
      await assertMasterKey(knex, { secrets, dataDir }, new Date());
      return await inTransaction(knex, async (tx) => await prove(tx, address));
    }),
  );
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

async function prove(
  knex: Parameters<Parameters<typeof inTransaction>[1]>[0],
  address: string,
): Promise<string> {
  const person = await Person.query(knex)
    .findOne({ emailKey: emailKeyOf(address) })
    .forNoKeyUpdate();
  if (!person) throw new Error(`There is no account with the address ${address}. Nothing was done.`);
  if (person.emailVerifiedAt) return `${person.email} is already verified. Nothing was done.`;
  const caller = { kind: 'SYSTEM', job } as const;
  const clock = { now: () => new Date() };
  const within = { knex, clock, caller, client: nobody(), changes: new Changes() };
  await proveEmail(within, person, { kind: 'SYSTEM', id: job, personId: null });
  return `${person.email} is verified. ${person.name} may now decide requests for approval.`;
}
