import { TestRunner, afterAll, onTestFinished } from 'vitest';

type Step = () => unknown;

/**
 * Runs after the current test, or after the last one of the file or block. Within a test, Vitest accepts
 * `afterAll` but never runs it, so opened resources would stay open while other files run.
 */
export function atEnd(step: Step): void {
  const hook = async () => void (await step());
  if (TestRunner.getCurrentTest()) onTestFinished(hook);
  else afterAll(hook);
}
