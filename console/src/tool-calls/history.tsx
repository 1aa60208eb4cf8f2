import { useRead } from '../app/read.ts';
import { useSince } from '../app/since.ts';
import { Chart, dayOf } from '../parts/chart.tsx';
import { ToolCallHistoryDocument } from './documents.generated.ts';

const hours = 30 * 24;

/** How the tool calls of the last 30 days ended. */
export function ToolCallHistory() {
  const from = useSince(hours);
  const { data } = useRead(ToolCallHistoryDocument, { from });
  const points = data?.toolCallStats?.points;
  if (
    !points?.some(({ start: _start, ...counts }) => Object.values(counts).some((count) => Number(count) > 0))
  )
    return null;
  return (
    <Chart
      title="Tool calls that ended, per day"
      unit="Day"
      labels={points.map(({ start }) => dayOf(start))}
      series={[
        { name: 'Executed', values: points.map(({ executed }) => executed), hue: 'good' },
        {
          name: 'Not executed',
          values: points.map(
            ({ rejected, failed, outcomeUnknown, lapsed }) => rejected + failed + outcomeUnknown + lapsed,
          ),
          hue: 'bad',
        },
      ]}
      further={[
        { name: 'Requested', values: points.map(({ requested }) => requested) },
        { name: 'Rejected', values: points.map(({ rejected }) => rejected) },
        { name: 'Failed', values: points.map(({ failed }) => failed) },
        { name: 'Outcome unknown', values: points.map(({ outcomeUnknown }) => outcomeUnknown) },
        { name: 'Lapsed', values: points.map(({ lapsed }) => lapsed) },
      ]}
    />
  );
}
