import { writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { variables } from '../../server/config/env.ts';
import { unknownSettingsIn } from '../../server/config/unknown-settings.ts';
import { migratedDatabase } from '../support/database.ts';
import { runServer, settingsFor, startServer, temporaryFolder } from '../support/server-process.ts';

const folder = temporaryFolder();
let files = 0;

/** Returns the environment of a process whose settings file has these lines. */
function withFile(...lines: string[]): NodeJS.ProcessEnv {
  const file = join(folder, `${(files += 1)}.env`);
  writeFileSync(file, `${lines.join('\n')}\n`);
  return { SALLYPORT_ENV_FILE: file };
}

describe('an unknown name in the settings file', () => {
  it.each([
    ['PROT=4310', 'PORT'],
    ['SERVICE_CREDENTIAL=x', 'SERVICE_CREDENTIALS'],
    ['port=4310', 'PORT'],
    ['export DATABSE_URL="postgres://u:p@h/d"', 'DATABASE_URL'],
    ['LIMIT_SANDBOX_PER_KEY_PER_MINUTES=1', 'LIMIT_SANDBOX_PER_KEY_PER_MINUTE'],
    ['SALLYPORT_MASTERKEY=x', 'SALLYPORT_MASTER_KEY'],
    ['COMPOSE_PROJECT_NAME=x', null],
    ['constructor=x', null],
  ])('is reported with the most similar setting: %s', (line, nearest) => {
    const [name] = /\w+(?==)/.exec(line) ?? [];

    expect(unknownSettingsIn(withFile(line))).toEqual([{ name, nearest }]);
  });

  it('is not reported if it is a setting, a comment, or meant for Node or the tests', () => {
    const every = Object.keys(variables).map((name) => `${name}=x`);

    expect(
      unknownSettingsIn(withFile(...every, '# PROT=1', 'NODE_ENV=x', 'TZ=UTC', 'TEST_DATABASE_URL=x')),
    ).toEqual([]);
    expect(unknownSettingsIn({ SALLYPORT_ENV_FILE: devNull })).toEqual([]);
    expect(unknownSettingsIn({ SALLYPORT_ENV_FILE: join(folder, 'missing') })).toEqual([]);
  });
});

describe('an unknown name in the environment', () => {
  it('is reported only if it is similar to a setting, because the others belong to other programs', () => {
    const environment = { PROT: '1', SERVICE_CREDENTIAL: 'x', BASE_URI: 'x', POST: 'x' };
    const others = { PATH: '/bin', HOME: '/', SHELL: 'sh', REDIS_HOST: 'x', DATABASE_USER: 'x', PORT: '1' };

    expect(unknownSettingsIn({ SALLYPORT_ENV_FILE: devNull, ...environment, ...others })).toEqual([
      { name: 'PROT', nearest: 'PORT' },
      { name: 'SERVICE_CREDENTIAL', nearest: 'SERVICE_CREDENTIALS' },
      { name: 'BASE_URI', nearest: 'BASE_URL' },
      { name: 'POST', nearest: expect.stringMatching(/^(PORT|HOST)$/) },
    ]);
  });
});

// Process starts are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

describe('a start', () => {
  it('warns of each unknown name, and repeats no value', async () => {
    const database = settingsFor(await migratedDatabase());
    const { SALLYPORT_ENV_FILE = '' } = withFile('PROT=4310', 'SERVICE_CREDENTIAL=hunter2', 'LOG_LEVEL=warn');

    const server = await startServer({ ...database, SALLYPORT_ENV_FILE });
    const { stdout, code } = await server.stop();

    expect(code).toBe(0);
    expect(stdout).toContain('PROT is not a setting and is ignored. Did you mean PORT?');
    expect(stdout).toContain(
      'SERVICE_CREDENTIAL is not a setting and is ignored. Did you mean SERVICE_CREDENTIALS?',
    );
    expect(stdout).not.toContain('hunter2');
  });

  it('names them too if another setting is wrong', async () => {
    const { SALLYPORT_ENV_FILE = '' } = withFile('PROT=4310', 'LOG_LEVEL=loud');

    const { code, stderr } = await runServer({ SALLYPORT_ENV_FILE });

    expect(code).toBe(1);
    expect(stderr).toMatch(/^LOG_LEVEL .*\nPROT is not a setting and is ignored\. Did you mean PORT\?\n$/);
  });
});
