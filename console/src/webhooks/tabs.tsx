import { useAddress } from '../app/screen.tsx';
import { Tabs } from '../parts/tabs.tsx';

/** The two lists of webhooks. */
export function WebhookTabs({ here }: { here: 'endpoints' | 'types' }) {
  const address = useAddress();
  return (
    <Tabs
      label="Webhooks"
      of={[
        { word: 'Endpoints', href: address('webhooks'), isHere: here === 'endpoints' },
        { word: 'Event types', href: address('webhooks/types'), isHere: here === 'types' },
      ]}
    />
  );
}
