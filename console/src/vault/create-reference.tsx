import { useMemo, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { once } from '../app/once.ts';
import { useRead } from '../app/read.ts';
import { useAddress } from '../app/screen.tsx';
import { randomId } from '../app/write.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Skeleton } from '../parts/empty.tsx';
import { Choice, Field } from '../parts/field.tsx';
import { Form, textOf, textsOf } from '../parts/form.tsx';
import { jsonOf } from '../parts/json-of.ts';
import { CreateCredentialReferenceDocument, VaultChoicesDocument } from './documents.generated.ts';
import { ExternalFields } from './external-fields.tsx';
import { SecretFields } from './secret-fields.tsx';
import { secretOf } from './secret-of.ts';
import { forms, kindOf, type SecretForm } from './words.ts';

/** Stores a provider's secret, or names one in an external vault. */
export function CreateReference({ onClose }: { onClose: () => void }) {
  const { route } = useLocation();
  const address = useAddress();
  const { data: choices } = useRead(VaultChoicesDocument, {});
  const [form, setForm] = useState<SecretForm>('BEARER');
  const [vaultId, setVaultId] = useState('');
  // From when the form opened: a second click stores no second secret.
  const idempotencyKey = useMemo(randomId, []);
  const projects = (choices?.projects?.edges ?? []).map(({ node }) => node);
  const vaults = (choices?.vaults?.edges ?? []).map(({ node }) => node);
  const create = async (data: FormData) => {
    const expiresOn = textOf(data, 'expiresAt');
    const origins = textsOf(data, 'origins');
    const externalFields = jsonOf(data, 'externalFields');
    const input = {
      projectId: textOf(data, 'projectId') ?? '',
      provider: textOf(data, 'provider') ?? '',
      ...(form !== 'PARTS' && { kind: kindOf(form) }),
      ...(vaultId
        ? {
            kind: kindOf(form),
            vaultId,
            externalName: textOf(data, 'externalName') ?? '',
            ...(externalFields !== undefined && { externalFields }),
          }
        : secretOf(form, data)),
      ...(origins.length > 0 && { origins }),
      ...(expiresOn && { expiresAt: `${expiresOn}T00:00:00Z` }),
    };
    const made = await once(CreateCredentialReferenceDocument, { input }, idempotencyKey);
    const reference = made.createCredentialReference?.credentialReference;
    if (reference) route(address(`vault/${reference.id}`));
  };
  return (
    <Dialog title="Store a secret" onClose={onClose}>
      {!choices ? (
        <Skeleton />
      ) : projects.length === 0 ? (
        <p>
          A secret belongs to a project. <a href={address('projects')}>Create a project</a>
        </p>
      ) : (
        <Form act="Store the secret" onSend={create} onCancel={onClose}>
          {(refusal) => (
            <>
              <Choice
                label="Project"
                name="projectId"
                options={projects.map(({ id, name }) => [id, name] as const)}
                refusal={refusal}
              />
              <Field label="Provider" name="provider" hint="Its name, such as github." refusal={refusal} />
              {vaults.length > 0 && (
                <Choice
                  label="Stored in"
                  name="vaultId"
                  options={[['', 'The built-in vault'], ...vaults.map(({ id, name }) => [id, name] as const)]}
                  value={vaultId}
                  onChange={setVaultId}
                  isOptional
                  refusal={refusal}
                />
              )}
              <Choice
                label="Kind"
                name="kind"
                options={forms}
                value={form}
                onChange={(to) => setForm(to as SecretForm)}
                refusal={refusal}
              />
              {vaultId ? (
                <ExternalFields refusal={refusal} />
              ) : (
                <SecretFields key={form} form={form} refusal={refusal} />
              )}
              <Field
                label="Origins"
                name="origins"
                hint="The only addresses that may receive it, separated by commas. By default, the first connection sets it."
                isOptional
                refusal={refusal}
              />
              <Field
                label="Expires at the provider"
                name="expiresAt"
                type="date"
                hint="Events announce it 30, 7 and 1 days before."
                isOptional
                refusal={refusal}
              />
            </>
          )}
        </Form>
      )}
    </Dialog>
  );
}
