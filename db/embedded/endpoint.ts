import { randomBytes, randomInt } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Account } from './account.ts';

/** Where the cluster listens, and how to connect to it. */
export interface Endpoint {
  readonly settings: Readonly<Record<string, string>>;
  /** The arguments of initdb for it. */
  readonly initdb: readonly string[];
  readonly password: string | null;
  url(role: string, database: string): string;
}

/** Every system accepts socket paths of up to 103 bytes; the rest is a margin. */
const longestPath = 100;
const port = 5432;

/** Returns a Unix socket in a folder of its user alone; on Windows, a loopback port with a password. */
export function endpointOf(
  dataDir: string,
  cluster: string,
  account: Account | null,
  platform = process.platform,
): Endpoint {
  return platform === 'win32' ? onLoopback(dataDir) : onSocket(dataDir, cluster, account);
}

function onSocket(dataDir: string, cluster: string, account: Account | null): Endpoint {
  const isShort = Buffer.byteLength(join(cluster, `.s.PGSQL.${port}`)) <= longestPath;
  const folder = isShort ? cluster : privateFolder(join(dataDir, 'postgres.socket'), account);
  return {
    // PostgreSQL runs in its own folder.
    settings: { listen_addresses: '', unix_socket_directories: isShort ? '.' : folder },
    initdb: ['--auth=trust'],
    password: null,
    url: (role, database) => urlOf(role, encodeURIComponent(folder), port, database),
  };
}

function onLoopback(dataDir: string): Endpoint {
  const [passwordFile, portFile] = [join(dataDir, 'postgres.password'), join(dataDir, 'postgres.port')];
  const password = readOrMake(passwordFile, () => randomBytes(32).toString('hex'));
  const at = readOrMake(portFile, () => String(randomInt(20_000, 32_000)));
  return {
    settings: { listen_addresses: '127.0.0.1', port: at, unix_socket_directories: '' },
    initdb: ['--auth=scram-sha-256', `--pwfile=${passwordFile}`],
    password,
    url: (role, database) => urlOf(`${role}:${password}`, '127.0.0.1', Number(at), database),
  };
}

// Names every part, since pg would take missing ones from PGPORT, PGSSLMODE and similar variables.
function urlOf(user: string, host: string, at: number, database: string): string {
  return `postgres://${user}@${host}:${at}/${database}?sslmode=disable`;
}

/** Returns the folder that a link names. Creates it again after the system emptied its temporary folder. */
function privateFolder(link: string, account: Account | null): string {
  const known = readLink(link);
  if (known !== undefined && isPrivate(known, account)) return known;
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-'));
  chmodSync(folder, 0o700);
  if (account) chownSync(folder, account.uid, account.gid);
  rmSync(link, { force: true });
  symlinkSync(folder, link);
  return folder;
}

function readLink(link: string): string | undefined {
  try {
    return readlinkSync(link);
  } catch {
    return undefined;
  }
}

function isPrivate(folder: string, account: Account | null): boolean {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  const uid = account?.uid ?? process.getuid?.();
  return stats?.isDirectory() === true && stats.uid === uid && (stats.mode & 0o077) === 0;
}

function readOrMake(file: string, make: () => string): string {
  try {
    writeFileSync(file, make(), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8');
}
