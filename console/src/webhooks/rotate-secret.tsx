import { useMemo } from 'preact/hooks';
import { once } from '../app/once.ts';
import { randomId } from '../app/write.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Choice } from '../parts/field.tsx';
import { Form, textOf } from '../parts/form.tsx';
import { RotateWebhookSecretDocument } from './documents.generated.ts';
import type { EndpointData } from './endpoint-data.ts';
import type { NewSecret } from './secret.tsx';

const graces = [
  ['86400', 'For one day'],
  ['604800', 'For seven days'],
  ['3600', 'For one hour'],
  ['0', 'Not at all: it may have leaked'],
] as const;

interface RotateSecretProps {
  of: EndpointData;
  onMade: (made: NewSecret) => void;
  onClose: () => void;
}

/** Gives an endpoint another signing secret. */
export function RotateSecret({ of: { id, host }, onMade, onClose }: RotateSecretProps) {
  const idempotencyKey = useMemo(randomId, []);
  const rotate = async (data: FormData) => {
    const input = { id, graceSeconds: Number(textOf(data, 'graceSeconds')) };
    const { rotateWebhookSecret } = await once(RotateWebhookSecretDocument, { input }, idempotencyKey);
    if (rotateWebhookSecret) onMade(rotateWebhookSecret);
  };
  return (
    <Dialog title={`Rotate the secret of ${host}`} onClose={onClose}>
      <Form act="Rotate the secret" look="danger" onSend={rotate} onCancel={onClose}>
        {(refusal) => (
          <>
            <p>
              While the previous secret signs too, each message has both signatures. Give the new secret to
              the receiver in that time.
            </p>
            <Choice
              label="The previous secret signs too"
              name="graceSeconds"
              options={graces}
              refusal={refusal}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}
