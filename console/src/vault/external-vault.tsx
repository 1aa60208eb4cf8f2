import { useState } from 'preact/hooks';
import { Act } from '../app/act.tsx';
import { once } from '../app/once.ts';
import { useRead } from '../app/read.ts';
import { Screen, useAddress } from '../app/screen.tsx';
import { send } from '../app/write.ts';
import { nameOf } from '../parts/actor.ts';
import { announce } from '../parts/announce.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Id } from '../parts/copy.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Skeleton } from '../parts/empty.tsx';
import { Facts } from '../parts/facts.tsx';
import { Field } from '../parts/field.tsx';
import { Form, textOf } from '../parts/form.tsx';
import { Icon } from '../parts/icon.tsx';
import { Refusal } from '../parts/refusal.ts';
import { Refused } from '../parts/refused.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import { TokenField } from './create-vault.tsx';
import {
  DeleteVaultDocument,
  TestVaultDocument,
  UpdateVaultDocument,
  VaultDocument,
  type VaultQuery,
} from './documents.generated.ts';

type Data = NonNullable<VaultQuery['vault']>;

/** One external vault: where it is, and whether it accepts its token. */
export function ExternalVault({ id }: { id: string }) {
  const { data, refusal, again } = useRead(VaultDocument, { id });
  const address = useAddress();
  const [open, setOpen] = useState<'change' | 'delete' | null>(null);
  const [result, setResult] = useState<Refusal | 'accepted' | null>(null);
  const up = { name: 'External vaults', href: address('vault?show=external') };
  const vault = data?.vault;
  if (!vault)
    return (
      <Screen name="External vault" up={up}>
        {refusal ? <Refused refusal={refusal} again={again} /> : <Skeleton />}
      </Screen>
    );
  const close = () => setOpen(null);
  const test = async () => {
    setResult(null);
    try {
      await send(TestVaultDocument, { input: { id } });
      setResult('accepted');
      announce('The vault accepts its token.');
    } catch (error) {
      setResult(error instanceof Refusal ? error : new Refusal({}));
    }
  };
  const acts = vault.status === 'ACTIVE' && (
    <>
      <Act needs="credential_references:write" look="primary" onClick={() => void test()}>
        Test
      </Act>
      <Act needs="credential_references:write" onClick={() => setOpen('change')}>
        Change
      </Act>
      <Act needs="credential_references:destroy" look="danger" onClick={() => setOpen('delete')}>
        Delete
      </Act>
    </>
  );
  return (
    <Screen name={vault.name} up={up} above={<Id value={vault.id} />} acts={acts}>
      {result instanceof Refusal && <Refused refusal={result} />}
      {result === 'accepted' && (
        <div class="notice">
          <Icon name="check" />
          <div>
            <p>The vault accepts its token.</p>
          </div>
        </div>
      )}
      <Facts
        of={[
          ['State', <Status of="vault" is={vault.status} />],
          ['Address', <code>{vault.address}</code>],
          ['Mount path', <code>{vault.mount}</code>],
          ['Namespace', vault.namespace && <code>{vault.namespace}</code>],
          ['Created by', nameOf(vault.createdBy)],
          ['Created', <Time at={vault.createdAt} />],
          ['Deleted', vault.deletedAt && <Time at={vault.deletedAt} />],
        ]}
      />
      {open === 'change' && <Change of={vault} onClose={close} />}
      {open === 'delete' && (
        <Confirm
          title={`Delete ${vault.name}`}
          act="Delete the vault"
          onClose={close}
          onConfirm={async () => void (await send(DeleteVaultDocument, { input: { id } }))}
        >
          <p>
            Sallyport forgets it and its token. The secrets in it stay. The server refuses while a credential
            reference names it.
          </p>
        </Confirm>
      )}
    </Screen>
  );
}

function Change({ of: { id, name, rowVersion }, onClose }: { of: Data; onClose: () => void }) {
  const change = async (data: FormData) => {
    const token = textOf(data, 'token');
    const input = {
      id,
      ifRowVersion: rowVersion,
      name: textOf(data, 'name') ?? '',
      ...(token && { token }),
    };
    await once(UpdateVaultDocument, { input });
    onClose();
  };
  return (
    <Dialog title={`Change ${name}`} onClose={onClose}>
      <Form act="Save" onSend={change} onCancel={onClose}>
        {(refusal) => (
          <>
            <Field label="Name" name="name" value={name} maxLength={80} refusal={refusal} />
            <TokenField refusal={refusal} isOptional />
          </>
        )}
      </Form>
    </Dialog>
  );
}
