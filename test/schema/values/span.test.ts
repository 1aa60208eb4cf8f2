import { describe, expect, it } from 'vitest';
import { filled, maxPoints, spanOf, type TimeBucket } from '../../../schema/values/span.ts';

const now = new Date('2026-11-20T09:30:00.000Z');
const at = (time: string) => new Date(`${time}Z`);

function span(bucket: TimeBucket, from: string, to?: string) {
  const { from: begin, to: end } = spanOf({ bucket, from: at(from), to: to ? at(to) : null }, now);
  return [begin, end].map((moment) => moment.toISOString().slice(0, 16));
}

describe('a span', () => {
  it.each<[TimeBucket, string, string | undefined, string, string]>([
    ['HOUR', '2026-11-20T07:59:59.999', undefined, '2026-11-20T07:00', '2026-11-20T10:00'],
    ['HOUR', '2026-11-20T07:00:00', '2026-11-20T09:00:00', '2026-11-20T07:00', '2026-11-20T09:00'],
    ['HOUR', '2026-11-20T07:00:00', '2026-11-20T09:00:00.001', '2026-11-20T07:00', '2026-11-20T10:00'],
    ['HOUR', '2026-11-20T07:00:00', '2027-01-01T00:00:00', '2026-11-20T07:00', '2026-11-20T10:00'],
    ['HOUR', '2026-11-20T09:30:00', undefined, '2026-11-20T09:00', '2026-11-20T10:00'],
    ['DAY', '2026-11-18T23:59:59.999', '2026-11-20T00:00:00', '2026-11-18T00:00', '2026-11-20T00:00'],
    ['DAY', '2026-11-19T00:00:00', undefined, '2026-11-19T00:00', '2026-11-21T00:00'],
  ])(
    'of one %s from %s to %s has whole buckets in UTC, up to the present',
    (bucket, from, to, begin, end) => {
      expect(span(bucket, from, to)).toEqual([begin, end]);
    },
  );

  it('starts no later than now', () => {
    expect(() => span('DAY', '2026-11-20T09:30:00.001')).toThrow(
      '`from` is in the future. Send an earlier `from`.',
    );
  });

  it.each(['2026-11-19T08:00:00', '2026-11-19T07:00:00'])('from 08:00 does not end at %s', (to) => {
    expect(() => span('HOUR', '2026-11-19T08:00:00', to)).toThrow(
      '`from` is not before `to`. Send an earlier `from` or a later `to`.',
    );
  });

  it.each<[TimeBucket, number]>([
    ['HOUR', 3_600_000],
    ['DAY', 86_400_000],
  ])(`of more than ${maxPoints} buckets of one %s is refused`, (bucket, length) => {
    const most = new Date(now.getTime() - (maxPoints - 1) * length);
    const more = new Date(now.getTime() - maxPoints * length);

    expect(filled(spanOf({ bucket, from: most }, now), [], {})).toHaveLength(maxPoints);
    expect(() => spanOf({ bucket, from: more }, now)).toThrow(`has ${maxPoints + 1} buckets`);
  });

  it('that is too long names the bucket and the span that fit', () => {
    expect(() => span('HOUR', '2026-01-01T00:00:00')).toThrow(
      'The span has 7762 buckets of one hour, and the limit is 750. Send `bucket` DAY, or a span of at most 750 hours.',
    );
    expect(() => span('HOUR', '2020-01-01T00:00:00')).toThrow('Send a span of at most 750 hours.');
    expect(() => span('DAY', '2020-01-01T00:00:00')).toThrow('Send a span of at most 750 days.');
  });
});

describe('the points of a series', () => {
  it('have a row each, or nothing', () => {
    const row = { start: at('2026-11-20T08:00:00'), calls: 3 };
    const points = filled(spanOf({ bucket: 'HOUR', from: at('2026-11-20T07:10:00') }, now), [row], {
      calls: 0,
    });

    expect(points).toEqual([
      { start: at('2026-11-20T07:00:00'), calls: 0 },
      row,
      { start: at('2026-11-20T09:00:00'), calls: 0 },
    ]);
  });
});
