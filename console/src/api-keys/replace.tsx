import { useMemo } from 'preact/hooks';
import { once } from '../app/once.ts';
import { randomId, send } from '../app/write.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Form, textOf } from '../parts/form.tsx';
import {
  CreateSuccessorApiKeyDocument,
  RevokeApiKeyDocument,
  RotateApiKeyDocument,
} from './documents.generated.ts';
import type { KeyData } from './key-data.ts';
import type { NewSecret } from './secret.tsx';

interface ReplaceProps {
  of: KeyData;
  onMade: (made: NewSecret) => void;
  onClose: () => void;
}

/** Gives the key another secret. The old one stops now. */
export function Rotate({ of: { id, name }, onMade, onClose }: ReplaceProps) {
  const idempotencyKey = useMemo(randomId, []);
  const rotate = async () => {
    const { rotateApiKey } = await once(RotateApiKeyDocument, { input: { id } }, idempotencyKey);
    if (rotateApiKey) onMade(rotateApiKey);
  };
  return (
    <Dialog title={`Rotate ${name}`} onClose={onClose}>
      <Form act="Rotate the key" look="danger" onSend={rotate} onCancel={onClose}>
        {() => (
          <p>
            The old secret stops now, and calls with it fail. To let both work for a while, add a successor
            instead.
          </p>
        )}
      </Form>
    </Dialog>
  );
}

/** Adds a key that replaces this one. Both work until the chosen time. */
export function Successor({ of: { id, name }, onMade, onClose }: ReplaceProps) {
  const idempotencyKey = useMemo(randomId, []);
  const create = async (data: FormData) => {
    const input = {
      id,
      name: textOf(data, 'name') ?? '',
      graceHours: Number(textOf(data, 'graceHours') ?? 24),
    };
    const { createSuccessorApiKey } = await once(CreateSuccessorApiKeyDocument, { input }, idempotencyKey);
    if (createSuccessorApiKey) onMade(createSuccessorApiKey);
  };
  return (
    <Dialog title={`A successor of ${name}`} onClose={onClose}>
      <Form act="Create the successor" onSend={create} onCancel={onClose}>
        {(refusal) => (
          <>
            <p>Both keys work until then. You see on this page when the old key has no more calls.</p>
            <Field label="Name" name="name" value={`${name}-next`} refusal={refusal} />
            <Field
              label="Hours in which both work"
              name="graceHours"
              type="number"
              min={1}
              max={168}
              value={24}
              refusal={refusal}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}

/** Ends the key. A live key that is in use asks for its name. */
export function Revoke({ of: key, onClose }: { of: KeyData; onClose: () => void }) {
  const { id, name, environment, callsLast24Hours } = key;
  const isInUse = environment === 'LIVE' && callsLast24Hours > 0;
  return (
    <Confirm
      title={`Revoke ${name}`}
      act="Revoke the key"
      name={isInUse ? name : undefined}
      onClose={onClose}
      onConfirm={async () => void (await send(RevokeApiKeyDocument, { input: { id } }))}
    >
      <p>
        {callsLast24Hours > 0
          ? `It was called ${callsLast24Hours} times in the last 24 hours. These calls fail from now on.`
          : 'It had no calls in the last 24 hours.'}{' '}
        A revoked key never works again.
      </p>
    </Confirm>
  );
}
