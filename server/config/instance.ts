import { randomBytes, randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { UnsealError, seal, sealingBy } from '../../db/envelope.ts';
import { Instance } from '../../db/models/instance.ts';
import { Person } from '../../db/models/person.ts';
import { rowMacsOf } from '../../db/row-macs.ts';
import { SettingsError } from './env.ts';
import { assertNeverRequired, markRequired } from './macs-required.ts';
import type { Secrets } from './secrets.ts';

export const keptUnder = 'instance:check';

/** The sealed data of an installation, under its master key. */
export interface Kept {
  /** The key of row MACs, in base64. */
  rowKey: string;
  /** Whether rows without a MAC are rejected. */
  isRequired: boolean;
  /** The id of the installation, which names its audit checkpoints. Its column alone is not trusted. */
  instanceId: string;
}

/** Whether a master key has sealed data in the database, which the first start does. */
export async function isSealed(knex: Knex): Promise<boolean> {
  return (await Instance.query(knex).findById('this')) !== undefined;
}

/** The state of an installation outside its database. */
export interface Beside {
  secrets: Secrets;
  dataDir: string;
}

/**
 * Checks that the master key sealed this database, and opens the key of its row MACs, which the first start
 * creates. Returns the id of the installation. Throws a SettingsError if the key is wrong.
 */
export async function assertMasterKey(knex: Knex, { secrets, dataDir }: Beside, now: Date): Promise<string> {
  const { masterKey } = secrets;
  const fresh = (instanceId: string, isRequired: boolean) =>
    sealed(masterKey, { rowKey: randomBytes(32).toString('base64'), isRequired, instanceId });
  const uuid = randomUUID();
  if (!(await isSealed(knex))) await assertEmpty(knex);
  await Instance.query(knex)
    // In an empty database every row will have a MAC.
    .insert({ id: 'this', uuid, sealedCheck: fresh(uuid, true), createdAt: now, updatedAt: now })
    .onConflict('id')
    .ignore();
  const first = await opened(knex, secrets);
  // An earlier version stored no key. If several instances start at the same time, one of them writes it.
  if (first.kept === null)
    await Instance.query(knex)
      .findById('this')
      .where({ sealedCheck: first.instance.sealedCheck })
      .patch({ sealedCheck: fresh(first.instance.uuid, false), updatedAt: now });
  const { kept } = first.kept === null ? await opened(knex, secrets) : first;
  if (kept === null) throw new Error('The key of row MACs was not written.');
  if (kept.isRequired) markRequired(dataDir);
  else assertNeverRequired(dataDir);
  rowMacsOf(knex).open(Buffer.from(kept.rowKey, 'base64'), kept.isRequired);
  return kept.instanceId;
}

// With a new key, no existing row would have a valid MAC.
async function assertEmpty(knex: Knex): Promise<void> {
  if (await Person.query(knex).select('id').first())
    throw new SettingsError(
      'The database has accounts, but its table `instance` with the key of their MACs is empty: the row was ' +
        'deleted. Restore a backup.',
    );
}

function sealed(masterKey: Buffer, content: Kept): Buffer {
  return seal(masterKey, keptText(content), keptUnder);
}

export function keptText(content: Kept): Buffer {
  return Buffer.from(JSON.stringify(content));
}

/** Returns the sealed data, or null if an earlier version stored only a key check. Throws an UnsealError. */
export function readKept(
  { unseal: open }: Pick<ReturnType<typeof sealingBy>, 'unseal'>,
  sealedCheck: Buffer,
): Kept | null {
  const content = open(sealedCheck, keptUnder).toString();
  return content.startsWith('{') ? (JSON.parse(content) as Kept) : null;
}

async function opened(knex: Knex, { masterKey, passedOver }: Secrets) {
  const instance = await Instance.query(knex).findById('this').throwIfNotFound();
  try {
    return { instance, kept: readKept(sealingBy(masterKey), instance.sealedCheck) };
  } catch (cause) {
    if (!(cause instanceof UnsealError)) throw cause;
    throw new SettingsError(
      'SALLYPORT_MASTER_KEY is not the key that sealed this database. Without the variable, it comes from ' +
        'master.key in the data folder. Start with the right key; no other key opens the signing keys.' +
        (passedOver
          ? ` ${passedOver} may have the right one: if so, remove SALLYPORT_MASTER_KEY from the environment or from .env.`
          : ''),
    );
  }
}
