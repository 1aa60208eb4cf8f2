import { useMemo } from 'preact/hooks';
import { once } from '../app/once.ts';
import { randomId, send } from '../app/write.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Area, Field } from '../parts/field.tsx';
import { Form, textOf } from '../parts/form.tsx';
import type { CredentialData } from './credential-data.ts';
import { RevokeMcpCredentialDocument, RotateMcpCredentialDocument } from './documents.generated.ts';
import { publicKeyOf } from './public-key.ts';
import type { NewSecret } from './secret.tsx';

interface RotateProps {
  of: CredentialData;
  onMade: (made: NewSecret) => void;
  onClose: () => void;
}

/** Gives the credential another secret or key. The old one stops now; the grants stay. */
export function Rotate({ of: { id, name, kind, rowVersion }, onMade, onClose }: RotateProps) {
  const idempotencyKey = useMemo(randomId, []);
  const rotate = async (form: FormData) => {
    const publicKey = publicKeyOf(form);
    const input = { id, ifRowVersion: rowVersion, ...(publicKey !== undefined && { publicKey }) };
    const { rotateMcpCredential } = await once(RotateMcpCredentialDocument, { input }, idempotencyKey);
    if (rotateMcpCredential) onMade(rotateMcpCredential);
  };
  return (
    <Dialog title={`Rotate ${name}`} onClose={onClose}>
      <Form act="Rotate the credential" look="danger" onSend={rotate} onCancel={onClose}>
        {(refusal) => (
          <>
            <p>
              The old {kind === 'SECRET' ? 'secret' : 'key'} and its access tokens stop working immediately.
              The grants stay.
            </p>
            {kind === 'PUBLIC_KEY' && (
              <Area
                label="New public key"
                name="publicKey"
                rows={5}
                hint="A JSON Web Key: P-256, Ed25519, or RSA from 2048 bits."
                refusal={refusal}
              />
            )}
          </>
        )}
      </Form>
    </Dialog>
  );
}

/** Ends the credential. */
export function Revoke({ of: { id, name }, onClose }: { of: CredentialData; onClose: () => void }) {
  const revoke = async (form: FormData) => {
    const reason = textOf(form, 'reason');
    await send(RevokeMcpCredentialDocument, { input: { id, ...(reason && { reason }) } });
    onClose();
  };
  return (
    <Dialog title={`Revoke ${name}`} onClose={onClose}>
      <Form act="Revoke the credential" look="danger" onSend={revoke} onCancel={onClose}>
        {(refusal) => (
          <>
            <p>The agent and its access tokens stop immediately. A revoked credential never works again.</p>
            <Field label="Reason" name="reason" isOptional refusal={refusal} />
          </>
        )}
      </Form>
    </Dialog>
  );
}
