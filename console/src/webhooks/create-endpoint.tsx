import { useMemo, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { once } from '../app/once.ts';
import { useAddress } from '../app/screen.tsx';
import { randomId } from '../app/write.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Choice } from '../parts/field.tsx';
import { Form, textOf } from '../parts/form.tsx';
import { CreateWebhookEndpointDocument, type Environment } from './documents.generated.ts';
import { subscriptionOf, SubscriptionFields } from './subscription-fields.tsx';
import { SigningSecret, type NewSecret } from './secret.tsx';
import { environments } from './words.ts';

/** Creates an endpoint, and shows its signing secret once. */
export function CreateEndpoint({ onClose }: { onClose: () => void }) {
  const { route } = useLocation();
  const address = useAddress();
  const idempotencyKey = useMemo(randomId, []);
  const [made, setMade] = useState<NewSecret | null>(null);
  const create = async (data: FormData) => {
    const input = {
      environment: textOf(data, 'environment') as Environment,
      url: textOf(data, 'url') ?? '',
      ...subscriptionOf(data),
    };
    const { createWebhookEndpoint } = await once(CreateWebhookEndpointDocument, { input }, idempotencyKey);
    if (createWebhookEndpoint) setMade(createWebhookEndpoint);
  };
  const finish = () => {
    onClose();
    if (made) route(address(`webhooks/${made.webhookEndpoint.id}`));
  };
  if (made) return <SigningSecret of={made} onStored={finish} />;
  return (
    <Dialog title="Create a webhook endpoint" onClose={onClose}>
      <Form act="Create the endpoint" onSend={create} onCancel={onClose}>
        {(refusal) => (
          <SubscriptionFields refusal={refusal}>
            <Choice
              label="Environment"
              name="environment"
              options={environments}
              hint="It also receives events without an environment, such as those of members."
              refusal={refusal}
            />
          </SubscriptionFields>
        )}
      </Form>
    </Dialog>
  );
}
