import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SettingsError, decodeKey } from './env.ts';

export interface Secrets {
  /** 32 bytes; opens what the database keeps sealed. Never logged, never stored in the database. */
  readonly masterKey: Buffer;
  /** Another key's file, which SALLYPORT_MASTER_KEY comes before. */
  readonly passedOver?: string;
}

/**
 * The master key from SALLYPORT_MASTER_KEY, else from `master.key` in the data folder, which the first start
 * makes with mode 600.
 */
export function loadSecrets(source: NodeJS.ProcessEnv, dataDir: string): Secrets {
  const given = source['SALLYPORT_MASTER_KEY'];
  const path = join(dataDir, 'master.key');
  if (given)
    return {
      masterKey: parse(given, 'SALLYPORT_MASTER_KEY'),
      ...(existsSync(path) && { passedOver: path }),
    };
  if (!existsSync(path)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(path, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  }
  return { masterKey: parse(readFileSync(path, 'utf8').trim(), path) };
}

function parse(value: string, where: string): Buffer {
  const key = decodeKey(value);
  if (!key)
    throw new SettingsError(`${where} must hold 32 bytes in base64, made by \`openssl rand -base64 32\`.`);
  return key;
}
