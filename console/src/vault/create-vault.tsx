import { useMemo } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { once } from '../app/once.ts';
import { useAddress } from '../app/screen.tsx';
import { randomId } from '../app/write.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Form, textOf } from '../parts/form.tsx';
import { CreateVaultDocument } from './documents.generated.ts';

/** Registers an external vault. */
export function CreateVault({ onClose }: { onClose: () => void }) {
  const { route } = useLocation();
  const address = useAddress();
  // From when the form opened: a second click registers no second vault.
  const idempotencyKey = useMemo(randomId, []);
  const create = async (data: FormData) => {
    const namespace = textOf(data, 'namespace');
    const input = {
      driver: 'KEY_VALUE' as const,
      name: textOf(data, 'name') ?? '',
      address: textOf(data, 'address') ?? '',
      mount: textOf(data, 'mount') ?? '',
      token: textOf(data, 'token') ?? '',
      ...(namespace && { namespace }),
    };
    const { createVault } = await once(CreateVaultDocument, { input }, idempotencyKey);
    if (createVault) route(address(`vault/${createVault.vault.id}`));
  };
  return (
    <Dialog title="Register a vault" onClose={onClose}>
      <Form act="Register the vault" onSend={create} onCancel={onClose}>
        {(refusal) => (
          <>
            <p>A key-value engine, version 2, of HashiCorp Vault or OpenBao.</p>
            <Field label="Name" name="name" maxLength={80} refusal={refusal} />
            <Field
              label="Address"
              name="address"
              type="url"
              hint="Its origin, on the public internet with https unless the operator allows the host."
              refusal={refusal}
            />
            <Field label="Mount path" name="mount" value="secret" refusal={refusal} />
            <Field label="Namespace" name="namespace" isOptional refusal={refusal} />
            <TokenField refusal={refusal} />
          </>
        )}
      </Form>
    </Dialog>
  );
}

type Shown = Parameters<typeof Field>[0]['refusal'];

/** The token that reads the vault. */
export function TokenField({ refusal, isOptional = false }: { refusal: Shown; isOptional?: boolean }) {
  return (
    <Field
      label="Token"
      name="token"
      type="password"
      autocomplete="new-password"
      hint={
        isOptional
          ? 'Leave it empty to keep the token.'
          : 'A read-only policy for the needed secrets suffices. The server seals it and never returns it.'
      }
      isOptional={isOptional}
      refusal={refusal}
    />
  );
}
