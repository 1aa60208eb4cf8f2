import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';

const isSoak = process.env['SOAK'] === '1';
const isOnServer = process.env['SALLYPORT_TEST_DATABASE'] === 'SERVER';
// Every file and every case: in CI, in a soak, and for files that are named.
const isWhole = isSoak || process.env['WHOLE_SUITE'] === '1';
/** Tests of processes, browsers, load and failures. Each takes seconds, and other files test their rules (ADR 82). */
export const aboutProcesses = [
  'test/adapters/mcp/conformance.test.ts',
  'test/adapters/openapi/{hostile,public,product.apart,product.hostile,product.public}.test.ts',
  'test/adapters/rest/reference-hostile.test.ts',
  'test/console/journeys/**',
  'test/db/durability.test.ts',
  'test/db/{backup,embedded,postgres}/**',
  'test/schema/connect/connection/public-apis.test.ts',
  'test/schema/keys/product-call/{hostile,in-flight}.test.ts',
  'test/scripts/**',
  'test/server/{attacks,boot,durability,patience}.test.ts',
  'test/server/live/{deliveries-missed,products}.test.ts',
  'test/server/mail/restart.test.ts',
  'test/server/webhooks/**',
];
// Tests that need no database, or only the embedded one; they run once.
const aboutNoServer = [
  'test/adapters/rest/{format,openapi,openapi-lint,permission-first}.test.ts',
  'test/adapters/http/input.test.ts',
  'test/console/**',
  'test/server/console.test.ts',
  'test/adapters/graphql/introspection.test.ts',
  'test/db/embedded/**',
  'test/docs/**',
  'test/scripts/{demo,mutate,mutations}.test.ts',
  'test/scripts/seed.test.ts',
  'test/schema/connect/connection/{canary,settings}.test.ts',
  'test/schema/keys/product-difference/**',
  'test/schema/values/foreign-json.test.ts',
  'test/schema/connect/gateway/**',
  'test/schema/deliver/webhook-delivery/sign.test.ts',
  'test/sdk/**',
  'test/server/{attacks,patience,unknown-settings}.test.ts',
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
// Tests that depend on the version of PostgreSQL: migrations, transactions, leases, search.
const aboutVersions = [
  'test/db/{backup,migrations}/**',
  'test/db/{knex,migrate,transaction}.test.ts',
  'test/db/postgres/{leases,migrate,migrate-killed,other-histories,transaction}.test.ts',
  'test/schema/connect/capability/**',
  'test/scripts/{backup,moving}.test.ts',
  'test/server/cache/**',
];
// Long enough for a busy machine: a hanging test is reported late, and a slow one does not fail.
const timeoutMs = isSoak ? 60 * 60_000 : 120_000;

export default defineConfig({
  test: {
    include: isOnServer && isSoak ? aboutVersions : ['test/**/*.test.ts'],
    exclude: [
      ...configDefaults.exclude,
      ...(isOnServer ? [...lawsOfText(), ...aboutNoServer] : []),
      // `npm run check` runs these laws.
      ...(isWhole ? [] : [...lawsOfText(), ...aboutProcesses]),
    ],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/each-file.ts'],
    pool: 'forks',
    // A worker reuses its modules: loading the whole server for each file takes half of the time.
    isolate: false,
    // Hundreds of thousands of tries leave much garbage.
    execArgv: isSoak ? ['--max-old-space-size=8192'] : [],
    // One more than there are cores, since some tests wait for processes and timeouts.
    maxWorkers: Math.max(2, availableParallelism()) + 1,
    testTimeout: timeoutMs,
    hookTimeout: timeoutMs,
    // A poll ends once its condition holds. Vitest's second is too short if three files share two cores.
    expect: { poll: { timeout: timeoutMs / 2 } },
    // Node itself loads the modules: Vite's runner would load a second copy of graphql, which refuses that.
    experimental: { viteModuleRunner: false },
  },
});

// Returns the laws that open no database.
function lawsOfText(): string[] {
  return readdirSync('test/laws')
    .map((name) => `test/laws/${name}`)
    .filter((path) => path.endsWith('.test.ts') && !readFileSync(path, 'utf8').includes('/support/'));
}
