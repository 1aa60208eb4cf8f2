import { useMemo, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { me } from '../app/me.ts';
import { once } from '../app/once.ts';
import { useRead } from '../app/read.ts';
import { useAddress } from '../app/screen.tsx';
import { randomId } from '../app/write.ts';
import { nameOf } from '../parts/actor.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Area, Choice, Field } from '../parts/field.tsx';
import { Form, textOf } from '../parts/form.tsx';
import { CreateMcpCredentialDocument, HolderChoicesDocument } from './documents.generated.ts';
import { publicKeyOf } from './public-key.ts';
import { CredentialSecret, type NewSecret } from './secret.tsx';

/** Creates a credential, and shows its secret once if it has one. */
export function CreateCredential({ onClose }: { onClose: () => void }) {
  const { route } = useLocation();
  const address = useAddress();
  const { data } = useRead(HolderChoicesDocument, {});
  // From when the form opened: a second click creates no second credential.
  const idempotencyKey = useMemo(randomId, []);
  const [made, setMade] = useState<NewSecret | null>(null);
  const [isByKey, setByKey] = useState(false);
  const [holderId, setHolderId] = useState(me.value?.member?.id ?? '');
  const open = (id: string) => {
    onClose();
    route(address(`mcp-credentials/${id}`));
  };
  const create = async (form: FormData) => {
    const expiresOn = textOf(form, 'expiresOn');
    const publicKey = isByKey ? publicKeyOf(form) : undefined;
    const input = {
      name: textOf(form, 'name') ?? '',
      holderId,
      ...(expiresOn && { expiresOn }),
      ...(publicKey !== undefined && { publicKey }),
    };
    const { createMcpCredential } = await once(CreateMcpCredentialDocument, { input }, idempotencyKey);
    if (!createMcpCredential) return;
    if (createMcpCredential.mcpCredential.kind === 'SECRET') setMade(createMcpCredential);
    else open(createMcpCredential.mcpCredential.id);
  };
  if (made) return <CredentialSecret of={made} onStored={() => open(made.mcpCredential.id)} />;
  const holders = (data?.members?.edges ?? [])
    .map(({ node }) => node)
    .filter(({ kind, status }) => kind === 'HUMAN' && status === 'ACTIVE');
  return (
    <Dialog title="Create an MCP credential" onClose={onClose}>
      <Form act="Create the credential" onSend={create} onCancel={onClose}>
        {(refusal) => (
          <>
            <Field
              label="Name"
              name="name"
              hint="People see it as the name of the agent, such as Weather agent."
              refusal={refusal}
            />
            <Choice
              label="Works for"
              name="holderId"
              hint="The agent acts in the name of this person, who may not approve its requests."
              options={holders.map((holder) => [holder.id, nameOf(holder)] as const)}
              value={holderId}
              onChange={setHolderId}
              refusal={refusal}
            />
            <Choice
              label="Proof"
              name="proof"
              options={[
                ['secret', 'A secret that the server creates'],
                ['key', 'A public key of the agent'],
              ]}
              value={isByKey ? 'key' : 'secret'}
              onChange={(value) => setByKey(value === 'key')}
            />
            {isByKey && (
              <Area
                label="Public key"
                name="publicKey"
                rows={5}
                hint="A JSON Web Key: P-256, Ed25519, or RSA from 2048 bits. The private key stays with the agent."
                refusal={refusal}
              />
            )}
            <Field
              label="Last day"
              name="expiresOn"
              type="date"
              hint="At most 365 days from today, by default 90."
              isOptional
              refusal={refusal}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}
