/** The cost of one contestant's server in one block. */
export interface Block {
  cpuMicros: number;
  perSecond: number;
}

export interface Row {
  name: string;
  blocks: Block[];
}

/**
 * Returns a table with one line per contestant. It shows the CPU time per unit as median and 10 to 90 % of
 * its blocks, and answers per second. The last columns are ratios of CPU time to each other contestant, as
 * medians over the rounds.
 */
export function tableOf(rows: Row[], unit = 'request'): string {
  const head = ['', `CPU us/${unit}`, '10-90 %', 'per second', ...rows.map((_, index) => `vs ${index + 1}`)];
  const lines = rows.map((row, index) => {
    const cpu = row.blocks.map(({ cpuMicros }) => cpuMicros);
    return [
      `${index + 1}. ${row.name}`,
      quantile(cpu, 0.5).toFixed(1),
      `${quantile(cpu, 0.1).toFixed(1)}-${quantile(cpu, 0.9).toFixed(1)}`,
      quantile(
        row.blocks.map(({ perSecond }) => perSecond),
        0.5,
      ).toFixed(0),
      ...rows.map((other) => (other === row ? '' : `${ratio(row, other).toFixed(2)}x`)),
    ];
  });
  return aligned([head, ...lines]);
}

/** Paired by round, so that a temporarily slow machine has no effect. */
function ratio(row: Row, other: Row): number {
  return quantile(
    row.blocks.map(({ cpuMicros }, round) => cpuMicros / (other.blocks[round]?.cpuMicros ?? Number.NaN)),
    0.5,
  );
}

export interface WaitsRow {
  name: string;
  /** The response times by round, in milliseconds. */
  waits: number[][];
}

/**
 * Returns a table of response times. The last columns are differences of medians to each other contestant, as
 * medians over the rounds.
 */
export function tableOfWaits(rows: WaitsRow[]): string {
  const head = ['', 'p50 ms', 'p99 ms', 'asked', ...rows.map((_, index) => `over ${index + 1}`)];
  const lines = rows.map((row, index) => {
    const all = row.waits.flat();
    return [
      `${index + 1}. ${row.name}`,
      ...[0.5, 0.99].map((at) => quantile(all, at).toFixed(2)),
      String(all.length),
      ...rows.map((other) => (other === row ? '' : difference(row, other).toFixed(2))),
    ];
  });
  return aligned([head, ...lines]);
}

function difference(row: WaitsRow, other: WaitsRow): number {
  const medians = row.waits.map(
    (waits, round) => quantile(waits, 0.5) - quantile(other.waits[round] ?? [], 0.5),
  );
  return quantile(medians, 0.5);
}

/** Returns a quantile, with linear interpolation between values. */
export function quantile(values: number[], at: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const position = (sorted.length - 1) * at;
  const below = sorted[Math.floor(position)] ?? Number.NaN;
  const above = sorted[Math.ceil(position)] ?? Number.NaN;
  return below + (above - below) * (position % 1);
}

/** Returns the lines in aligned columns, the first of which contains names. */
export function aligned(lines: string[][]): string {
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  return lines
    .map((line) =>
      line
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('   ')
        .trimEnd(),
    )
    .join('\n');
}
