import { useId } from 'preact/hooks';

export interface Series {
  name: string;
  /** One value for each label. */
  values: readonly number[];
  hue?: 'accent' | 'good' | 'bad';
}

interface ChartProps {
  title: string;
  /** The name of the first column of the table, such as "Hour". */
  unit: string;
  labels: readonly string[];
  /** At most two, drawn one on the other. */
  series: readonly Series[];
  /** Whether something may count in both series, so that their sum means nothing. */
  overlaps?: boolean;
  /** Further columns of the table. */
  further?: readonly { name: string; values: readonly (number | null)[] }[];
}

const none: readonly never[] = [];
const height = 96;
const step = 8;

/** Bars, with the same numbers as a table below. */
export function Chart({ title, unit, labels, series, overlaps = false, further = none }: ChartProps) {
  const id = useId();
  const sums = labels.map((_, at) => series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0));
  const most = Math.max(1, ...sums);
  const totals = series.map(({ name, values }) => `${sumOf(values)} ${name.toLowerCase()}`);
  return (
    <figure class="chart" aria-labelledby={id}>
      <figcaption id={id}>
        {title} <span class="quiet">{overlaps ? totals.join(', ') : `${sumOf(sums)} in all`}</span>
      </figcaption>
      <svg viewBox={`0 0 ${labels.length * step} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {labels.map((label, at) => {
          let top = height;
          return series.map(({ name, values }, index) => {
            const size = ((values[at] ?? 0) / most) * height;
            top -= size;
            return (
              <rect
                key={`${label} ${name}`}
                class={hueOf(series, index)}
                x={at * step + 1}
                y={top}
                width={step - 2}
                height={size}
              />
            );
          });
        })}
      </svg>
      <p class="ends quiet small">
        <span>{labels[0]}</span>
        <span>{labels.at(-1)}</span>
      </p>
      {series.length > 1 && (
        <p class="legend small">
          {series.map(({ name }, index) => (
            <span key={name} class={hueOf(series, index)}>
              {name}
            </span>
          ))}
        </p>
      )}
      <details>
        <summary>The numbers as a table</summary>
        <div class="scroll">
          <table class="list stacked">
            <thead>
              <tr>
                <th scope="col">{unit}</th>
                {[...series, ...further].map(({ name }) => (
                  <th key={name} scope="col" class="number">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {labels.map((label, at) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  {[...series, ...further].map(({ name, values }) => (
                    <td key={name} class="number" data-name={name}>
                      {values[at] ?? '–'}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

const hour = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', hour: 'numeric' });

/** Returns the label of a bucket of an hour, in the time zone of the reader. */
export function hourOf(start: string): string {
  return hour.format(new Date(start));
}

const day = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** Returns the label of a bucket of a day, which is a day in UTC. */
export function dayOf(start: string): string {
  return day.format(new Date(start));
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function hueOf(series: readonly Series[], index: number): string {
  return series[index]?.hue ?? (index === 0 ? 'accent' : 'good');
}
