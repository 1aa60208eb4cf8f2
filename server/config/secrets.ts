import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDataDir } from '../../db/embedded/folder.ts';
import { SettingsError, decodeKey } from './env.ts';

export interface Secrets {
  /** 32 bytes; opens the sealed data of the database. Never logged, never stored in the database. */
  readonly masterKey: Buffer;
  /** The path of an existing `master.key` that SALLYPORT_MASTER_KEY overrides. */
  readonly passedOver?: string;
}

/**
 * Returns the master key from SALLYPORT_MASTER_KEY, or from `master.key` in the data folder. If nothing in
 * the database is sealed yet, creates that file with mode 600. Throws a SettingsError if the key is missing
 * or not valid.
 */
export function loadSecrets(source: NodeJS.ProcessEnv, dataDir: string, isSealed: boolean): Secrets {
  const given = source['SALLYPORT_MASTER_KEY'];
  const path = join(dataDir, 'master.key');
  if (given)
    return {
      masterKey: parse(given, 'SALLYPORT_MASTER_KEY'),
      ...(existsSync(path) && { passedOver: path }),
    };
  if (!existsSync(path)) {
    if (isSealed)
      throw new SettingsError(
        `There is no master.key in ${dataDir}, but the database has sealed data. Copy master.key from the server ` +
          'that sealed it, or set SALLYPORT_MASTER_KEY to that key.',
      );
    makeKey(dataDir, path);
  }
  return { masterKey: parse(readFileSync(path, 'utf8').trim(), path) };
}

// Links the finished file into place, so that processes that start at the same time read the same whole key.
function makeKey(dataDir: string, path: string): void {
  makeDataDir(dataDir);
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
}

function parse(value: string, where: string): Buffer {
  const key = decodeKey(value);
  if (!key)
    throw new SettingsError(
      `${where} must contain 32 bytes in base64, created with \`openssl rand -base64 32\`.`,
    );
  return key;
}
