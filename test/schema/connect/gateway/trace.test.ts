import { describe, expect, it } from 'vitest';
import { childOf } from '../../../../schema/connect/gateway/trace.ts';

const [traceId, parentId] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];
const form = /^00-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-0[01]$/;

describe('the trace of a request to a provider', () => {
  // oxfmt-ignore
  it.each([
    ['sampled',                          `00-${traceId}-${parentId}-01`,            '01'],
    ['not sampled',                      `00-${traceId}-${parentId}-00`,            '00'],
    ['with flags that are not known',    `00-${traceId}-${parentId}-ff`,            '01'],
    ['of a later version',               `cc-${traceId}-${parentId}-01`,            '01'],
    ['of one that says more',            `cc-${traceId}-${parentId}-00-what-more`,  '00'],
  ])('continues the caller’s trace with a new span: %s', (_what, traceparent, flags) => {
    const child = childOf(traceparent);

    expect(child).toMatch(form);
    expect(child).toMatch(new RegExp(`^00-${traceId}-[\\da-f]{16}-${flags}$`));
    expect(child).not.toContain(parentId);
  });

  // oxfmt-ignore
  it.each([
    ['none',                        null],
    ['an empty one',                ''],
    ['the forbidden version',       `ff-${traceId}-${parentId}-01`],
    ['more than version 00 says',   `00-${traceId}-${parentId}-01-more`],
    ['no trace',                    `00-${'0'.repeat(32)}-${parentId}-01`],
    ['no parent',                   `00-${traceId}-${'0'.repeat(16)}-01`],
    ['capital letters',             `00-${traceId.toUpperCase()}-${parentId}-01`],
    ['too few digits',              `00-${traceId.slice(1)}-${parentId}-01`],
    ['too many',                    `00-${traceId}0-${parentId}-01`],
    ['other characters',            `00-${traceId.replace('4', 'g')}-${parentId}-01`],
    ['two at once',                 `00-${traceId}-${parentId}-01, 00-${traceId}-${parentId}-01`],
    ['a line break behind it',      `00-${traceId}-${parentId}-01\n`],
    ['a later version, glued',      `cc-${traceId}-${parentId}-01more`],
    ['a later version, endless',    `cc-${traceId}-${parentId}-01-${'x'.repeat(1_000)}`],
  ])('starts anew and unsampled for an unusable traceparent: %s', (_what, traceparent) => {
    const child = childOf(traceparent);

    expect(child).toMatch(form);
    expect(child).toMatch(/-00$/);
    expect(child).not.toContain(traceId);
  });

  it('has a new span id for each request', () => {
    const children = Array.from({ length: 1_000 }, () => childOf(`00-${traceId}-${parentId}-01`));

    expect(new Set(children).size).toBe(1_000);
  });

  it('has a new trace id whose second half begins with any digit, since samplers compare that half', () => {
    const traceIds = Array.from({ length: 1_000 }, () => childOf(null).slice(3, 35));

    expect(new Set(traceIds.map((id) => id[16])).size).toBe(16);
  });
});
