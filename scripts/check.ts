// `npm run check`: all checks that need less than a minute and no database. It prints one line per step, and the
// full output of failed steps at the end.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { styleText } from 'node:util';

interface Step {
  name: string;
  program: string;
  args: string[];
}

interface Result {
  step: Step;
  isGreen: boolean;
  output: string;
}

// oxfmt-ignore
const steps: Step[] = [
  { name: 'types of the SDK', program: 'node_modules/typescript/bin/tsc', args: ['-p', 'sdk', '--noEmit'] },
  // One pass over the types of the whole program serves the type checker and the lint.
  { name: 'types and lint',  program: 'node_modules/oxlint/bin/oxlint',  args: ['--type-check'] },
  { name: 'format',          program: 'node_modules/oxfmt/bin/oxfmt',    args: ['--check', '.'] },
  { name: 'generated files', program: 'scripts/generate.ts',             args: ['--check'] },
  { name: 'laws',            program: 'node_modules/vitest/vitest.mjs',  args: ['run', '--config', 'test/laws/vitest.config.ts'] },
];

const root = join(import.meta.dirname, '..');
const started = performance.now();
const results = await Promise.all(steps.map(run));
const failed = results.filter(({ isGreen }) => !isGreen);
for (const { step, output } of failed) console.log(`\n${styleText('bold', step.name)}\n${output.trim()}`);
const seconds = secondsSince(started);
console.log(
  failed.length === 0
    ? `\nAll checks passed, in ${seconds} s.`
    : `\nFailed: ${failed.map(({ step }) => step.name).join(', ')}, in ${seconds} s.`,
);
process.exitCode = failed.length === 0 ? 0 : 1;

async function run(step: Step): Promise<Result> {
  const begun = performance.now();
  const { code, output } = await outputOf(step);
  const isGreen = code === 0;
  const mark = isGreen ? styleText('green', 'ok    ') : styleText('red', 'failed');
  console.log(`${mark} ${step.name.padEnd(16)} ${secondsSince(begun).padStart(5)} s`);
  return { step, isGreen, output };
}

async function outputOf({ program, args }: Step): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [join(root, program), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (text: Buffer) => void (output += text.toString());
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}

function secondsSince(moment: number): string {
  return ((performance.now() - moment) / 1000).toFixed(1);
}
