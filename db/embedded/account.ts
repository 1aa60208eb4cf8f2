import { readFileSync, statSync } from 'node:fs';

/** The user that PostgreSQL runs as, if not the user of this process. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** `nobody`, which every Linux has. */
const nobody: Account = { uid: 65_534, gid: 65_534 };

/**
 * PostgreSQL refuses to run as root. Under root it runs as the owner of the cluster, or of the data folder,
 * or as `nobody`. Returns null for other users. Throws an Error for root on other systems than Linux.
 */
export function accountFor(dataDir: string, cluster: string): Account | null {
  if (process.getuid?.() !== 0) return null;
  if (process.platform !== 'linux')
    throw new Error(
      'The embedded PostgreSQL does not run as root on this system. Start Sallyport as another user, or set DATABASE_URL.',
    );
  const owner = ownerOf(cluster) ?? ownerOf(dataDir);
  return owner && owner.uid !== 0 && hasName(owner.uid) ? owner : nobody;
}

/** Whether the account may enter every folder on the path, and read the last one. */
export function mayEnter({ uid, gid }: Account, path: string): boolean {
  const parts = path.split('/');
  return parts.every((_part, index) => {
    const { mode, ...stats } = statSync(parts.slice(0, index + 1).join('/') || '/');
    const bits = stats.uid === uid ? mode >> 6 : stats.gid === gid ? mode >> 3 : mode;
    return (bits & 0o5) === 0o5;
  });
}

function ownerOf(path: string): Account | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats && { uid: stats.uid, gid: stats.gid };
}

// initdb looks up its own user name, and fails if there is none.
function hasName(uid: number): boolean {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .some((line) => Number(line.split(':')[2] || Number.NaN) === uid);
}
