import { join } from 'node:path';
import { mayEnter, type Account } from './account.ts';
import { copyForOthers } from './copy.ts';
import { linkElsewhere, linkInPlace } from './links.ts';
import { findPackage, majorOf } from './package.ts';

/** The programs of PostgreSQL, ready to run. */
export interface Programs {
  /** The major version, such as `18`. */
  readonly major: string;
  /** Excludes this process's environment: it contains secrets, and PostgreSQL may run as another user. */
  readonly env: NodeJS.ProcessEnv;
  path(name: 'initdb' | 'pg_ctl' | 'postgres'): string;
}

/** Throws an Error if this platform has none, or if the account cannot run them. */
export function preparePrograms(dataDir: string, account: Account | null): Programs {
  const found = findPackage();
  const major = majorOf(found);
  if (account && !(mayEnter(account, join(found.native, 'bin')) && linkInPlace(found.native)))
    return programs(copyForOthers(found), major);
  if (linkInPlace(found.native)) return programs(found.native, major);
  const links = join(dataDir, `postgres.lib-${found.version}`);
  linkElsewhere(found.native, links);
  // Libraries load others from their own folder, which is that of the links. Others without links are in the
  // package.
  const libraries = `${links}:${join(found.native, 'lib')}`;
  return programs(found.native, major, { LD_LIBRARY_PATH: libraries, DYLD_LIBRARY_PATH: libraries });
}

function programs(native: string, major: string, more: NodeJS.ProcessEnv = {}): Programs {
  const isWindows = process.platform === 'win32';
  // Windows starts no program without its system folder.
  const own = isWindows ? { SystemRoot: 'C:\\Windows' } : { PATH: '/usr/bin:/bin' };
  return {
    major,
    env: { ...own, LC_ALL: 'C', TZ: 'UTC', ...more },
    path: (name) => join(native, 'bin', isWindows ? `${name}.exe` : name),
  };
}
