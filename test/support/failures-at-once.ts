import type { Reporter, TestCase } from 'vitest/node';

/** Prints each failure immediately: a soak ends hours later, or is interrupted. */
export default class FailuresAtOnce implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const { state, errors = [] } = test.result();
    if (state !== 'failed') return;
    for (const { message, stack, diff } of errors)
      console.log(['', `FAILED ${test.fullName}`, stack ?? message, diff].filter(Boolean).join('\n'));
  }
}
