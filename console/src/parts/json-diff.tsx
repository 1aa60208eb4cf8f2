import { exact } from './visible.ts';

interface Line {
  key: string;
  text: string;
  is: 'same' | 'added' | 'removed';
}

/** A value as indented JSON, with the lines that differ from `before` marked. */
export function JsonDiff({ value, before }: { value: unknown; before?: unknown }) {
  const lines = before === undefined ? [] : diff(linesOf(before), linesOf(value));
  if (lines.length === 0) return <pre class="json">{linesOf(value).join('\n')}</pre>;
  return (
    <pre class="json">
      {lines.map(({ key, text, is }) => (
        <Marked key={key} text={text} is={is} />
      ))}
    </pre>
  );
}

// The sign says the same as the color.
function Marked({ text, is }: Omit<Line, 'key'>) {
  if (is === 'added')
    return (
      <ins>
        <span class="unseen">Now: </span>
        {`+ ${text}\n`}
      </ins>
    );
  if (is === 'removed')
    return (
      <del>
        <span class="unseen">Before: </span>
        {`- ${text}\n`}
      </del>
    );
  return <span>{`  ${text}\n`}</span>;
}

function linesOf(value: unknown): string[] {
  return exact(JSON.stringify(sorted(value), null, 2) ?? '').split('\n');
}

/** The order of members means nothing, so it is no difference. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  );
}

// Comparing takes time and memory by the product of both lengths.
const maxCells = 1_000_000;

/** Returns the lines of both texts: the longest common ones, and between them what was removed and added. */
function diff(old: readonly string[], now: readonly string[]): Line[] {
  if (old.length * now.length > maxCells) return [];
  const isSame = (i: number, j: number) => bare(old[i]) === bare(now[j]);
  const lengths = Array.from({ length: old.length + 1 }, () =>
    Array.from({ length: now.length + 1 }, () => 0),
  );
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1) {
      const row = lengths[i];
      if (row) row[j] = isSame(i, j) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  const lines: Line[] = [];
  for (let i = 0, j = 0; i < old.length || j < now.length;) {
    if (i < old.length && j < now.length && isSame(i, j)) {
      lines.push({ key: `${i} ${j}`, text: now[j] ?? '', is: 'same' });
      i += 1;
      j += 1;
    } else if (i < old.length && (j === now.length || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ key: `${i} ${j}`, text: old[i] ?? '', is: 'removed' });
      i += 1;
    } else {
      lines.push({ key: `${i} ${j}`, text: now[j] ?? '', is: 'added' });
      j += 1;
    }
  }
  return lines;
}

// A comma at the end is only because another member follows.
function bare(line: string | undefined): string | undefined {
  return line?.replace(/,$/, '');
}
