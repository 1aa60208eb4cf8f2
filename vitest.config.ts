import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';

const isSoak = process.env['SOAK'] === '1';
const isOnServer = process.env['SALLYPORT_TEST_DATABASE'] === 'SERVER';
const isWholeOnServer = process.env['WHOLE_SUITE_ON_SERVER'] === '1';
// What is about no database, or about the embedded one: it runs once.
const aboutNoServer = [
  'test/adapters/rest/{format,input,openapi,openapi-lint,permission-first}.test.ts',
  'test/db/embedded/**',
  'test/docs/**',
  'test/scripts/{demo,mutate,mutations}.test.ts',
  'test/scripts/seed.test.ts',
  'test/schema/connect/connection/{canary,settings}.test.ts',
  'test/schema/values/foreign-json.test.ts',
  'test/schema/connect/gateway/**',
  'test/schema/deliver/webhook-delivery/sign.test.ts',
  'test/sdk/**',
  'test/server/{attacks,introspection,patience,strangers}.test.ts',
  'test/server/breakers.test.ts',
  'test/server/config.test.ts',
  'test/adapters/openapi/**',
  'test/adapters/egress/**',
  'test/server/json-schemas/**',
  'test/server/graphiql.test.ts',
  'test/server/jobs/index.test.ts',
  'test/adapters/http/json.test.ts',
  'test/server/live/bus.test.ts',
  'test/server/live/feed-reader.test.ts',
  'test/server/live/slow-readers.test.ts',
  'test/adapters/graphql/transport.test.ts',
  'test/server/limits/{alone,shared,slices}.test.ts',
  'test/server/mail/mailer.test.ts',
  'test/adapters/oauth-client/**',
  'test/adapters/mcp-client/**',
];
// What another version of PostgreSQL can change: migrations, transactions, leases, search.
const aboutVersions = [
  'test/db/{backup,migrations}/**',
  'test/db/{knex,migrate,transaction}.test.ts',
  'test/db/postgres/{leases,migrate,migrate-killed,other-histories,transaction}.test.ts',
  'test/schema/connect/capability/**',
  'test/scripts/{backup,moving}.test.ts',
  'test/server/cache/**',
];
// Long enough for a machine that is busy with much else: what hangs is told late, and what is slow does not fail.
const timeoutMs = isSoak ? 60 * 60_000 : 120_000;

export default defineConfig({
  test: {
    include: isOnServer && !isWholeOnServer ? aboutVersions : ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(isOnServer ? [...lawsOfText(), ...aboutNoServer] : [])],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/each-file.ts'],
    pool: 'forks',
    // A worker keeps what it has loaded: the whole server, for every file, would be half of the suite's time.
    isolate: false,
    // What hundreds of thousands of tries leave behind has room, too.
    execArgv: isSoak ? ['--max-old-space-size=8192'] : [],
    // One more than there are cores, since some wait for processes to start and for others to give up.
    maxWorkers: Math.max(2, availableParallelism()) + 1,
    testTimeout: timeoutMs,
    hookTimeout: timeoutMs,
    // What is polled ends as soon as it holds; Vitest's own second is too short where three files share two cores.
    expect: { poll: { timeout: timeoutMs / 2 } },
    // Node itself loads the modules: Vite's runner would load a second copy of graphql, which refuses that.
    experimental: { viteModuleRunner: false },
  },
});

// Laws that open no database.
function lawsOfText(): string[] {
  return readdirSync('test/laws')
    .map((name) => `test/laws/${name}`)
    .filter((path) => path.endsWith('.test.ts') && !readFileSync(path, 'utf8').includes('/support/'));
}
