import { useMemo, useState } from 'preact/hooks';
import { once } from '../app/once.ts';
import { randomId } from '../app/write.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Choice, Field } from '../parts/field.tsx';
import { Form, textOf } from '../parts/form.tsx';
import type { NewCredential } from './credential-secret.tsx';
import { CreateAutomationCredentialDocument } from './documents.generated.ts';
import { PublicKey, publicKeyOf } from './public-key.tsx';

interface CreateProps {
  automationId: string;
  onMade: (made: NewCredential) => void;
  onClose: () => void;
}

const kinds = [
  ['SECRET', 'Secret, created by the server'],
  ['PUBLIC_KEY', 'Public key of a pair that the program has'],
] as const;

/** Creates a credential: a secret that is shown once, or a public key. */
export function CreateCredential({ automationId, onMade, onClose }: CreateProps) {
  const idempotencyKey = useMemo(randomId, []);
  const [kind, setKind] = useState<string>('SECRET');
  const create = async (data: FormData) => {
    const expiresOn = textOf(data, 'expiresOn');
    const input = {
      automationId,
      name: textOf(data, 'name') ?? '',
      ...(kind === 'PUBLIC_KEY' && { publicKey: publicKeyOf(data) }),
      ...(expiresOn && { expiresOn }),
    };
    const { createAutomationCredential: made } = await once(
      CreateAutomationCredentialDocument,
      { input },
      idempotencyKey,
    );
    if (made) onMade(made);
  };
  return (
    <Dialog title="Create a credential" onClose={onClose}>
      <Form act="Create the credential" onSend={create} onCancel={onClose}>
        {(refusal) => (
          <>
            <Field
              label="Name"
              name="name"
              hint="Where it is used, such as ci."
              maxLength={80}
              refusal={refusal}
            />
            <Choice
              label="Kind"
              name="kind"
              options={kinds}
              value={kind}
              onChange={setKind}
              refusal={refusal}
            />
            {kind === 'PUBLIC_KEY' && <PublicKey refusal={refusal} />}
            <Field
              label="Last day"
              name="expiresOn"
              type="date"
              hint="Up to 365 days from today."
              isOptional
              refusal={refusal}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}
