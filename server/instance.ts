import type { Knex } from 'knex';
import { UnsealError, seal, unseal } from '../db/envelope.ts';
import { Instance } from '../db/models/instance.ts';
import { SettingsError } from './config/env.ts';
import type { Secrets } from './config/secrets.ts';

const sealName = 'instance:check';
const checkText = 'sallyport';

/** Whether a master key has sealed anything in the database: not before its first start. */
export async function isSealed(knex: Knex): Promise<boolean> {
  return (await Instance.query(knex).findById('this')) !== undefined;
}

/** Proves that the master key is the one this database was sealed with; the first start seals it. Returns its id. */
export async function demandMasterKey(
  knex: Knex,
  { masterKey, passedOver }: Secrets,
  now: Date,
): Promise<string> {
  await Instance.query(knex)
    .insert({
      id: 'this',
      sealedCheck: seal(masterKey, Buffer.from(checkText), sealName),
      createdAt: now,
      updatedAt: now,
    })
    .onConflict('id')
    .ignore();
  const { sealedCheck, uuid } = await Instance.query(knex).findById('this').throwIfNotFound();
  try {
    unseal(masterKey, sealedCheck, sealName);
    return uuid;
  } catch (cause) {
    if (!(cause instanceof UnsealError)) throw cause;
    throw new SettingsError(
      'SALLYPORT_MASTER_KEY is not the key this database was sealed with (without the variable it is read from ' +
        'master.key in the data folder). Start with the right key; without it the signing keys cannot be opened.' +
        (passedOver
          ? ` That of ${passedOver} may be the right one: then take SALLYPORT_MASTER_KEY out of the environment, or out of .env.`
          : ''),
    );
  }
}
