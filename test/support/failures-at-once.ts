import type { Reporter, TestCase } from 'vitest/node';

/** Says of a test that failed why, at once: a soak ends hours later, or is ended before. */
export default class FailuresAtOnce implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const { state, errors = [] } = test.result();
    if (state !== 'failed') return;
    for (const { message, stack, diff } of errors)
      console.log(['', `FAILED ${test.fullName}`, stack ?? message, diff].filter(Boolean).join('\n'));
  }
}
