import { useSince } from '../app/since.ts';
import { useRead } from '../app/read.ts';
import { Chart, hourOf } from '../parts/chart.tsx';
import { EndpointStatsDocument } from './documents.generated.ts';

const hours = 48;

/** The attempts of the last two days per hour: how many succeeded and failed, and how long answers took. */
export function EndpointChart({ endpointId }: { endpointId: string }) {
  const from = useSince(hours);
  const { data } = useRead(EndpointStatsDocument, { endpointId, from });
  const points = data?.deliveryStats?.points;
  if (!points?.some(({ succeeded, failed }) => succeeded + failed > 0)) return null;
  return (
    <Chart
      title="Attempts per hour"
      unit="Hour"
      labels={points.map(({ start }) => hourOf(start))}
      series={[
        { name: 'Succeeded', values: points.map(({ succeeded }) => succeeded), hue: 'good' },
        { name: 'Failed', values: points.map(({ failed }) => failed), hue: 'bad' },
      ]}
      further={[
        { name: 'Median, ms', values: points.map(({ p50Ms }) => p50Ms) },
        { name: '95 % below, ms', values: points.map(({ p95Ms }) => p95Ms) },
      ]}
    />
  );
}
