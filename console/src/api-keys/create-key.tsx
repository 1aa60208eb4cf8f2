import { useMemo, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { may } from '../app/me.ts';
import { once } from '../app/once.ts';
import { useRead } from '../app/read.ts';
import { useAddress } from '../app/screen.tsx';
import { randomId } from '../app/write.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Checks, Choice, Field } from '../parts/field.tsx';
import { Form, textOf } from '../parts/form.tsx';
import {
  ApplicationChoicesDocument,
  CreateApiKeyDocument,
  type ApiKeyScope,
  type Environment,
} from './documents.generated.ts';
import { KeySecret, type NewSecret } from './secret.tsx';

const environments = [
  ['SANDBOX', 'Sandbox', 'api_keys:create_sandbox'],
  ['LIVE', 'Live, which needs production access', 'api_keys:create_live'],
] as const;

/** Creates a key, and shows its secret once. */
export function CreateKey({
  applicationId,
  onClose,
}: {
  applicationId?: string | undefined;
  onClose: () => void;
}) {
  const { route } = useLocation();
  const address = useAddress();
  const { data } = useRead(ApplicationChoicesDocument, {});
  // From when the form opened: a second click creates no second key.
  const idempotencyKey = useMemo(randomId, []);
  const [made, setMade] = useState<NewSecret | null>(null);
  const create = async (form: FormData) => {
    const expiresOn = textOf(form, 'expiresOn');
    const { createApiKey } = await once(
      CreateApiKeyDocument,
      {
        input: {
          applicationId: textOf(form, 'applicationId') ?? '',
          environment: textOf(form, 'environment') as Environment,
          name: textOf(form, 'name') ?? '',
          scopes: form.getAll('scopes') as ApiKeyScope[],
          ...(expiresOn && { expiresOn }),
        },
      },
      idempotencyKey,
    );
    if (createApiKey) setMade(createApiKey);
  };
  if (made)
    return (
      <KeySecret
        of={made}
        onStored={() => {
          onClose();
          route(address(`api-keys/${made.apiKey.id}`));
        }}
      />
    );
  const applications = data?.applications?.edges.map(({ node }) => node) ?? [];
  return (
    <Dialog title="Create an API key" onClose={onClose}>
      <Form act="Create the key" onSend={create} onCancel={onClose}>
        {(refusal) => (
          <>
            <Choice
              label="Application"
              name="applicationId"
              options={applications.map(({ id, name }) => [id, name] as const)}
              {...(applicationId && { value: applicationId })}
              refusal={refusal}
            />
            <Choice
              label="Environment"
              name="environment"
              options={environments
                .filter(([, , needs]) => may(needs))
                .map(([value, word]) => [value, word] as const)}
              refusal={refusal}
            />
            <Field
              label="Name"
              name="name"
              hint="Where it is used, such as ci or checkout-server."
              refusal={refusal}
            />
            <Checks
              label="It may"
              name="scopes"
              options={[
                ['read', 'read (GET and HEAD)'],
                ['write', 'write (all other methods)'],
              ]}
              checked={['read', 'write']}
            />
            <Field label="Last day" name="expiresOn" type="date" isOptional refusal={refusal} />
          </>
        )}
      </Form>
    </Dialog>
  );
}
