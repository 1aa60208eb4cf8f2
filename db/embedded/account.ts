import { readFileSync, statSync } from 'node:fs';

/** Whom PostgreSQL runs as, where that is another user than this process. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** `nobody`, which every Linux has. */
const nobody: Account = { uid: 65_534, gid: 65_534 };

/**
 * PostgreSQL refuses to run as root: then it runs as whoever owns the cluster, else as whoever owns the data folder, else as
 * `nobody`. Null for any other user, who runs it themselves. Throws where root cannot hand a folder over to another user.
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

/** Whether the account may enter each of the folders that lead to the path, and read what is there. */
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

// Without an entry initdb refuses to run, since it looks up its own name.
function hasName(uid: number): boolean {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .some((line) => Number(line.split(':')[2] || Number.NaN) === uid);
}
