import { TestRunner, afterAll, onTestFinished } from 'vitest';

type Step = () => unknown;

/**
 * Runs after the test in which it is asked for, else after the last one of the file or the block: within a test Vitest would
 * take a hook of the file and never run it, and what was opened would go on in the process of all other files.
 */
export function atEnd(step: Step): void {
  const hook = async () => void (await step());
  if (TestRunner.getCurrentTest()) onTestFinished(hook);
  else afterAll(hook);
}
