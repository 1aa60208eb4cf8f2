import { useRead } from '../app/read.ts';
import { useSince } from '../app/since.ts';
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
  const from = useSince(hours);
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
