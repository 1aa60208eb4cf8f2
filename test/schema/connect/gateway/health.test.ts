import { describe, expect, it } from 'vitest';
import { AnswerFailure } from '../../../../schema/connect/gateway/answer.ts';
import { healthOfAnswer, healthOfFailure } from '../../../../schema/connect/gateway/health.ts';
import { EgressFailure } from '../../../../schema/kernel/ports/egress.ts';
import { RemoteToolsFailure } from '../../../../schema/kernel/ports/remote-tools.ts';

describe('the health of a provider', () => {
  // oxfmt-ignore
  it.each([
    [200, 'succeeded'], [204, 'succeeded'], [304, 'succeeded'], [401, 'succeeded'], [404, 'succeeded'], [422, 'succeeded'],
    [429, 'neither'], [500, 'failed'], [502, 'failed'], [503, 'failed'],
  ])('follows from the status: %i, %s', (status, health) => {
    expect(healthOfAnswer({ status })).toBe(health);
  });

  // oxfmt-ignore
  it.each([
    [new EgressFailure('unreachable', ''),             'failed'],
    [new EgressFailure('timeout', ''),                 'failed'],
    [new EgressFailure('answer_unreadable', ''),       'failed'],
    [new EgressFailure('answer_too_large', ''),        'neither'],
    [new EgressFailure('destination_not_allowed', ''), 'neither'],
    [new EgressFailure('redirect_not_allowed', ''),    'neither'],
    [new RemoteToolsFailure('too_slow', ''),           'failed'],
    [new RemoteToolsFailure('not_mcp', ''),            'failed'],
    [new RemoteToolsFailure('rejected', ''),           'neither'],
    [new RemoteToolsFailure('refused', ''),            'neither'],
    [new AnswerFailure('not_json', ''),                'neither'],
    [new Error('ours'),                                'neither'],
  ])('follows from the failure: %o', (error, health) => {
    expect(healthOfFailure(error)).toBe(health);
  });
});
