import { useFilter } from '../app/filter.ts';
import { useRead } from '../app/read.ts';
import { nounOf } from '../app/resource.tsx';
import { Screen, useAddress } from '../app/screen.tsx';
import { Skeleton } from '../parts/empty.tsx';
import { Json } from '../parts/json.tsx';
import { Refused } from '../parts/refused.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { WebhookTypeDocument } from './documents.generated.ts';

/** One event type: its meaning, a sample of its message, and the schema of it. */
export function Type({ type }: { type: string }) {
  const { data, refusal, again } = useRead(WebhookTypeDocument, { type });
  const [show] = useFilter('show');
  const address = useAddress();
  const up = { name: 'Event types', href: address('webhooks/types') };
  const found = data?.eventType;
  if (!found)
    return (
      <Screen name={type} up={up}>
        {refusal ? <Refused refusal={refusal} again={again} /> : <Skeleton />}
      </Screen>
    );
  const here = address(`webhooks/types/${type}`);
  const isSchema = show === 'schema';
  return (
    <Screen name={type} up={up} above={`About: ${nounOf(found.resource)}`}>
      <p>{found.description}</p>
      <Tabs
        label="Views of the message"
        of={[
          { word: 'Sample', href: here, isHere: !isSchema },
          { word: 'JSON Schema', href: `${here}?show=schema`, isHere: isSchema },
        ]}
      />
      <section>
        <Json value={isSchema ? found.schema : found.sample} />
      </section>
    </Screen>
  );
}
