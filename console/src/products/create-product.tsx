import { useMemo } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { me } from '../app/me.ts';
import { useAddress } from '../app/screen.tsx';
import { randomId, send } from '../app/write.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Area, Field } from '../parts/field.tsx';
import { Form, textOf } from '../parts/form.tsx';
import { CreateProductDocument } from './documents.generated.ts';
import { OwnerChoice } from './owner-choice.tsx';

/** Creates a product, to which versions are added. */
export function CreateProduct({ onClose }: { onClose: () => void }) {
  const { route } = useLocation();
  const address = useAddress();
  // From when the form opened: a second click creates no second product.
  const idempotencyKey = useMemo(randomId, []);
  const create = async (data: FormData) => {
    const ownerId = textOf(data, 'ownerId');
    const input = {
      name: textOf(data, 'name') ?? '',
      slug: textOf(data, 'slug') ?? '',
      description: textOf(data, 'description') ?? '',
      ...(ownerId && { ownerId }),
    };
    const { createApiProduct } = await send(CreateProductDocument, { input }, { idempotencyKey });
    if (createApiProduct) route(address(`products/${createApiProduct.apiProduct.id}`));
  };
  return (
    <Dialog title="Create an API product" onClose={onClose}>
      <Form act="Create the API product" onSend={create} onCancel={onClose}>
        {(refusal) => (
          <>
            <Field label="Name" name="name" maxLength={80} refusal={refusal} />
            <Field
              label="Slug"
              name="slug"
              maxLength={40}
              placeholder="shop"
              autocomplete="off"
              hint="Its name in addresses: 2 to 40 lowercase letters, digits and hyphens. It never changes."
              refusal={refusal}
            />
            <Area label="Description" name="description" maxLength={2000} isOptional refusal={refusal} />
            <OwnerChoice value={me.value?.member?.id} refusal={refusal} />
          </>
        )}
      </Form>
    </Dialog>
  );
}
