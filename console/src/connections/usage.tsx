import { useRead } from '../app/read.ts';
import { useSince } from '../app/since.ts';
import { Chart, dayOf } from '../parts/chart.tsx';
import { ConnectionUsageDocument } from './documents.generated.ts';

const hours = 30 * 24;

/** The calls through a connection of the last 30 days. */
export function Usage({ connectionId }: { connectionId: string }) {
  const from = useSince(hours);
  const { data } = useRead(ConnectionUsageDocument, { connectionId, from });
  const points = data?.gatewayCalls?.points;
  if (!points?.some(({ calls }) => calls > 0)) return null;
  return (
    <Chart
      title="Calls per day"
      unit="Day"
      labels={points.map(({ start }) => dayOf(start))}
      series={[
        { name: 'Answered', values: points.map(({ calls, failed }) => calls - failed), hue: 'good' },
        { name: 'Failed at the provider', values: points.map(({ failed }) => failed), hue: 'bad' },
      ]}
    />
  );
}
