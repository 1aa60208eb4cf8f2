import { expect, it } from 'vitest';
import { pollAfterSeconds } from '../../../../schema/agents/mcp-tool-call/rules.ts';

it.each([
  ['PENDING', 5],
  ['APPROVED', 1],
  ['EXECUTING', 1],
  ['EXECUTED', null],
  ['FAILED', null],
  ['OUTCOME_UNKNOWN', null],
  ['REJECTED', null],
  ['CANCELLED', null],
  ['EXPIRED', null],
] as const)('an agent polls a call that is %s again after %s seconds', (status, seconds) => {
  expect(pollAfterSeconds(status)).toBe(seconds);
});
