import { useRead } from '../app/read.ts';
import { useSince } from '../app/since.ts';
import { Chart, dayOf } from '../parts/chart.tsx';
import { ApprovalHistoryDocument } from './documents.generated.ts';

const hours = 30 * 24;

/** How many requests of the last 30 days were made and decided, and how long they waited. */
export function QueueHistory() {
  const from = useSince(hours);
  const { data } = useRead(ApprovalHistoryDocument, { from });
  const points = data?.approvalStats?.points;
  if (!points?.some(({ requested, decided }) => requested + decided > 0)) return null;
  return (
    <Chart
      title="Requests per day"
      unit="Day"
      overlaps
      labels={points.map(({ start }) => dayOf(start))}
      series={[
        { name: 'Made', values: points.map(({ requested }) => requested) },
        { name: 'Decided', values: points.map(({ decided }) => decided), hue: 'good' },
      ]}
      further={[
        {
          name: 'Median wait, minutes',
          values: points.map(({ medianWaitSeconds: wait }) => (wait === null ? null : Math.round(wait / 60))),
        },
      ]}
    />
  );
}
