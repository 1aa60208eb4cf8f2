import { join } from 'node:path';
import { mayEnter, type Account } from './account.ts';
import { copyForOthers } from './copy.ts';
import { linkElsewhere, linkInPlace } from './links.ts';
import { findPackage, majorOf } from './package.ts';

/** The programs of PostgreSQL, ready to be run. */
export interface Programs {
  /** The major version, such as `18`. */
  readonly major: string;
  /** Nothing of this process's environment: it holds secrets, and PostgreSQL may run as another user. */
  readonly env: NodeJS.ProcessEnv;
  path(name: 'initdb' | 'pg_ctl' | 'postgres'): string;
}

/** Throws a sentence where this platform has none, or where the account can run none. */
export function preparePrograms(dataDir: string, account: Account | null): Programs {
  const found = findPackage();
  const major = majorOf(found);
  if (account && !(mayEnter(account, join(found.native, 'bin')) && linkInPlace(found.native)))
    return programs(copyForOthers(found), major);
  if (linkInPlace(found.native)) return programs(found.native, major);
  const links = join(dataDir, `postgres.lib-${found.version}`);
  linkElsewhere(found.native, links);
  // A library looks for others beside itself, where the links are, and is to find those that need none, too.
  const libraries = `${links}:${join(found.native, 'lib')}`;
  return programs(found.native, major, { LD_LIBRARY_PATH: libraries, DYLD_LIBRARY_PATH: libraries });
}

function programs(native: string, major: string, more: NodeJS.ProcessEnv = {}): Programs {
  const isWindows = process.platform === 'win32';
  // Windows starts nothing without its own folder.
  const own = isWindows ? { SystemRoot: 'C:\\Windows' } : { PATH: '/usr/bin:/bin' };
  return {
    major,
    env: { ...own, LC_ALL: 'C', TZ: 'UTC', ...more },
    path: (name) => join(native, 'bin', isWindows ? `${name}.exe` : name),
  };
}
