import { Act } from '../app/act.tsx';
import { send } from '../app/write.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Area, Field } from '../parts/field.tsx';
import { Form, textOf } from '../parts/form.tsx';
import { RetireProductDocument, UpdateProductDocument } from './documents.generated.ts';
import { OwnerChoice } from './owner-choice.tsx';
import type { ProductData, ProductDialog } from './product-data.ts';

export type Open = 'draft' | 'change' | 'retire' | null;

/** What can be done with a product. */
export function Acts({ of: { status }, open }: { of: ProductData; open: (it: Open) => void }) {
  if (status === 'RETIRED') return null;
  return (
    <>
      <Act needs="api_products:write" look="primary" onClick={() => open('draft')}>
        Draft a version
      </Act>
      <Act needs="api_products:write" onClick={() => open('change')}>
        Change
      </Act>
      <Act needs="api_products:write" look="danger" onClick={() => open('retire')}>
        Retire
      </Act>
    </>
  );
}

export function Change({ of: { id, name, description, owner, rowVersion }, onClose }: ProductDialog) {
  const change = async (data: FormData) => {
    const ownerId = textOf(data, 'ownerId');
    const input = {
      id,
      ifRowVersion: rowVersion,
      name: textOf(data, 'name') ?? '',
      description: textOf(data, 'description') ?? '',
      ...(ownerId && ownerId !== owner?.id && { ownerId }),
    };
    await send(UpdateProductDocument, { input });
    onClose();
  };
  return (
    <Dialog title={`Change ${name}`} onClose={onClose}>
      <Form act="Save" onSend={change} onCancel={onClose}>
        {(refusal) => (
          <>
            <Field label="Name" name="name" value={name} maxLength={80} refusal={refusal} />
            <Area
              label="Description"
              name="description"
              value={description}
              maxLength={2000}
              isOptional
              refusal={refusal}
            />
            <OwnerChoice value={owner?.id} refusal={refusal} />
          </>
        )}
      </Form>
    </Dialog>
  );
}

export function Retire({ of: { id, name, rowVersion }, onClose }: ProductDialog) {
  return (
    <Confirm
      title={`Retire ${name}`}
      act="Retire the API product"
      name={name}
      onClose={onClose}
      onConfirm={async () =>
        void (await send(RetireProductDocument, { input: { id, ifRowVersion: rowVersion } }))
      }
    >
      <p>
        The server refuses while the product serves a version. A retired product cannot be restored, and its
        slug stays taken.
      </p>
    </Confirm>
  );
}
