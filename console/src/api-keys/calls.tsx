import { useMemo } from 'preact/hooks';
import { useRead } from '../app/read.ts';
import { Chart, hourOf } from '../parts/chart.tsx';
import { KeyCallsDocument } from './documents.generated.ts';

const hours = 48;

interface CallsProps {
  applicationId: string;
  /** The key, and the one beside it while they replace each other. */
  of: readonly { id: string; name: string }[];
}

/** The calls of the last two days per hour, of a key and of its successor. */
export function Calls({ applicationId, of: [key, other] }: CallsProps) {
  // The same span while the page is open, so that following changes reads the same series.
  const from = useMemo(() => new Date(Date.now() - hours * 3_600_000).toISOString(), []);
  const one = useRead(KeyCallsDocument, { applicationId, apiKeyId: key?.id ?? '', from }, { isPaused: !key });
  const two = useRead(
    KeyCallsDocument,
    { applicationId, apiKeyId: other?.id ?? '', from },
    { isPaused: !other },
  );
  const points = one.data?.apiKeyCalls?.points;
  if (!key || !points) return null;
  const beside = two.data?.apiKeyCalls?.points;
  return (
    <Chart
      title="Calls per hour"
      unit="Hour"
      labels={points.map(({ start }) => hourOf(start))}
      series={[
        { name: key.name, values: points.map(({ calls }) => calls) },
        ...(other && beside ? [{ name: other.name, values: beside.map(({ calls }) => calls) }] : []),
      ]}
    />
  );
}
