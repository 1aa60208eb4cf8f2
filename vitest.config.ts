import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';

const isSoak = process.env['SOAK'] === '1';
const isOnBoth = process.env['SALLYPORT_TEST_ON_BOTH'] === '1';
const isOnPostgres = process.env['SALLYPORT_TEST_DATABASE'] === 'POSTGRES';
// What is about no database: the scripts start servers of their own, on the embedded one.
const aboutNoDatabase = [
  'test/scripts/demo.test.ts',
  'test/scripts/seed.test.ts',
  'test/schema/connection/settings.test.ts',
  'test/schema/foreign-json.test.ts',
  'test/schema/gateway/**',
  'test/schema/webhook/sign.test.ts',
  'test/server/breakers.test.ts',
  'test/server/config.test.ts',
  'test/server/describe/**',
  'test/server/egress/**',
  'test/server/json-schemas/**',
  'test/server/graphiql.test.ts',
  'test/server/jobs/index.test.ts',
  'test/server/json.test.ts',
  'test/server/live/bus.test.ts',
  'test/server/live/follower.test.ts',
  'test/server/live/slow-readers.test.ts',
  'test/server/live/transport.test.ts',
  'test/server/limits/{alone,shared,slices}.test.ts',
  'test/server/mail/mailer.test.ts',
  'test/server/oauth/**',
  'test/server/remote-tools/**',
];
// What is decided in TypeScript, by statements that every other test makes too: where there is PostgreSQL it runs there,
// where commands at once are races. On the embedded database it runs where that is alone.
const sameOnBoth = [
  'test/adapters/**',
  'test/docs/**',
  'test/schema/{matrix,matrix.replay}.test.ts',
  'test/schema/{agent,api-key,application,approval,automation,capability,connection,connector,invitation}/**',
  'test/schema/{mail,mcp-credential,mcp-grant,mcp-server,mcp-tool-call,member,production-access,project}/**',
  'test/schema/{sandbox,session,vault,workspace,workspace-deletion}/**',
  'test/schema/audit/record.test.ts',
  'test/sdk/**',
  'test/server/graphql.test.ts',
  'test/server/live/{automations,subscriptions,tool-calls}.test.ts',
  'test/server/{judgement,limits,mail-links,mcp,unreadable,websocket}.test.ts',
  'test/server/limits/sign-in.test.ts',
  'test/server/oauth-server/!(storage).test.ts',
];
// Long enough for a machine that is busy with much else: what hangs is told late, and what is slow does not fail.
const timeoutMs = isSoak ? 60 * 60_000 : 120_000;

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...elsewhere()],
    globalSetup: ['test/support/global-setup.ts'],
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

// What opens no database, or is about one of the two, runs once.
function elsewhere(): string[] {
  if (!isOnPostgres) return ['test/db/postgres/**', ...(isOnBoth ? sameOnBoth : [])];
  const laws = readdirSync('test/laws')
    .map((name) => `test/laws/${name}`)
    .filter((path) => path.endsWith('.test.ts') && !readFileSync(path, 'utf8').includes('/support/'));
  return [...laws, ...aboutNoDatabase, 'test/db/data-folder.test.ts', 'test/db/pglite/**'];
}
