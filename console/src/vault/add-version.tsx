import { useMemo, useState } from 'preact/hooks';
import { once } from '../app/once.ts';
import { randomId } from '../app/write.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Choice, Field } from '../parts/field.tsx';
import { Form, textOf } from '../parts/form.tsx';
import { AddCredentialVersionDocument } from './documents.generated.ts';
import type { ReferenceData } from './reference-data.ts';
import { SecretFields } from './secret-fields.tsx';
import { secretOf } from './secret-of.ts';
import { forms, kindOf, type SecretForm } from './words.ts';

/** Adds a newer value of a secret, in use from then on. */
export function AddVersion({ of: reference, onClose }: { of: ReferenceData; onClose: () => void }) {
  const { id, provider, kind, parts, rowVersion } = reference;
  const fitting = forms.filter(([form]) => kindOf(form) === kind);
  const [form, setForm] = useState<SecretForm>(fitting[0]?.[0] ?? 'BEARER');
  // From when the form opened: a second click adds no second version.
  const idempotencyKey = useMemo(randomId, []);
  const add = async (data: FormData) => {
    const expiresOn = textOf(data, 'expiresAt');
    const input = {
      id,
      ifRowVersion: rowVersion,
      ...secretOf(form, data),
      ...(expiresOn && { expiresAt: `${expiresOn}T00:00:00Z` }),
    };
    await once(AddCredentialVersionDocument, { input }, idempotencyKey);
    onClose();
  };
  return (
    <Dialog title={`A new version for ${provider}`} onClose={onClose}>
      <Form act="Add the version" onSend={add} onCancel={onClose}>
        {(refusal) => (
          <>
            <p>
              It is in use immediately, and connections with a test are tested with it. The earlier value
              stays sealed until you destroy it.
            </p>
            {fitting.length > 1 && (
              <Choice
                label="Form"
                name="form"
                options={fitting}
                value={form}
                onChange={(to) => setForm(to as SecretForm)}
              />
            )}
            <SecretFields key={form} form={form} names={parts} refusal={refusal} />
            <Field
              label="Expires at the provider"
              name="expiresAt"
              type="date"
              isOptional
              refusal={refusal}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}
