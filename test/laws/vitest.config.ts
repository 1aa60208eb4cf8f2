import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** The laws that need no database, in one process. `npm run check` checks generated files separately. */
const files = globSync('test/laws/*.test.ts').filter(
  (file) => !readFileSync(file, 'utf8').includes('/support/'),
);

export default defineConfig({
  test: {
    include: files.filter((file) => !file.endsWith('/generated.test.ts')),
    pool: 'forks',
    maxWorkers: 1,
    isolate: false,
    experimental: { viteModuleRunner: false },
  },
});
