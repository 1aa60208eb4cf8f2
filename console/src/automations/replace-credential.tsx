import { useMemo } from 'preact/hooks';
import { once } from '../app/once.ts';
import { randomId, send } from '../app/write.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Form, textOf } from '../parts/form.tsx';
import type { NewCredential } from './credential-secret.tsx';
import {
  RevokeAutomationCredentialDocument,
  RotateAutomationCredentialDocument,
  type AutomationCredentialRowFragment,
} from './documents.generated.ts';
import { PublicKey, publicKeyOf } from './public-key.tsx';

interface ReplaceProps {
  of: AutomationCredentialRowFragment;
  onClose: () => void;
}

/** Replaces the secret or the public key. The old one stops now. */
export function RotateCredential({
  of: { id, name, kind },
  onMade,
  onClose,
}: ReplaceProps & { onMade: (made: NewCredential) => void }) {
  const idempotencyKey = useMemo(randomId, []);
  const isKey = kind === 'PUBLIC_KEY';
  const rotate = async (data: FormData) => {
    const input = { id, ...(isKey && { publicKey: publicKeyOf(data) }) };
    const { rotateAutomationCredential: made } = await once(
      RotateAutomationCredentialDocument,
      { input },
      idempotencyKey,
    );
    if (made) onMade(made);
  };
  return (
    <Dialog title={`Rotate ${name}`} onClose={onClose}>
      <Form act="Rotate the credential" look="danger" onSend={rotate} onCancel={onClose}>
        {(refusal) => (
          <>
            <p>
              The old {isKey ? 'key' : 'secret'} and its tokens stop now. To let both work for a while, create
              another credential instead.
            </p>
            {isKey && <PublicKey refusal={refusal} />}
          </>
        )}
      </Form>
    </Dialog>
  );
}

/** Ends the credential permanently. */
export function RevokeCredential({ of: { id, name }, onClose }: ReplaceProps) {
  const revoke = async (data: FormData) => {
    const reason = textOf(data, 'reason');
    const input = { id, ...(reason && { reason }) };
    await send(RevokeAutomationCredentialDocument, { input });
  };
  return (
    <Confirm title={`Revoke ${name}`} act="Revoke the credential" onClose={onClose} onConfirm={revoke}>
      <p>
        It and its tokens stop working immediately and permanently. Requests made with it can no longer be
        approved.
      </p>
      <Field label="Reason" name="reason" isOptional />
    </Confirm>
  );
}
