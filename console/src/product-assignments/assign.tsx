import { useState } from 'preact/hooks';
import { useRead } from '../app/read.ts';
import { useAddress } from '../app/screen.tsx';
import { send } from '../app/write.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Choice } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { Refusal } from '../parts/refusal.ts';
import { BoundsFields, boundsOf } from './bounds-fields.tsx';
import { AssignableProductsDocument, AssignProductDocument } from './documents.generated.ts';
import { useServed } from './served.ts';

interface AssignProps {
  applicationId: string;
  onClose: () => void;
}

/** Assigns a major of a product to an application, for the sandbox. */
export function Assign({ applicationId, onClose }: AssignProps) {
  const { data } = useRead(AssignableProductsDocument, {});
  const address = useAddress();
  const [productId, setProductId] = useState<string>();
  const [chosen, setChosen] = useState<string>();
  const products = data?.apiProducts?.edges.map(({ node }) => node) ?? [];
  const product = products.find(({ id }) => id === productId) ?? products[0];
  const served = useServed(product?.id);
  const version = served?.find(({ major }) => String(major) === chosen) ?? served?.[0];
  const assign = async (form: FormData) => {
    if (!product || !version) throw new Refusal({ code: 'validation_failed', message: notServed });
    const input = { applicationId, productId: product.id, major: version.major, ...boundsOf(form) };
    await send(AssignProductDocument, { input });
    onClose();
  };
  if (data && products.length === 0)
    return (
      <Dialog title="Assign an API product" onClose={onClose}>
        <p>
          The workspace has no API product yet. <a href={address('products')}>Create one first</a>.
        </p>
      </Dialog>
    );
  return (
    <Dialog title="Assign an API product" onClose={onClose}>
      <Form act="Assign the API product" onSend={assign} onCancel={onClose}>
        {(refusal) => (
          <>
            <p>Its sandbox keys can call the newest published version of the major immediately.</p>
            <Choice
              label="API product"
              name="productId"
              options={products.map(({ id, name, slug }) => [id, `${name}, ${slug}`] as const)}
              value={product?.id ?? ''}
              onChange={setProductId}
              refusal={refusal}
            />
            <Choice
              label="Major"
              name="major"
              {...(served?.length === 0 && { hint: notServed })}
              options={(served ?? []).map((it) => [
                String(it.major),
                `v${it.major}, now version ${it.major}.${it.number}`,
              ])}
              value={version ? String(version.major) : ''}
              onChange={setChosen}
              refusal={refusal}
            />
            <BoundsFields versionId={version?.id} refusal={refusal} />
          </>
        )}
      </Form>
    </Dialog>
  );
}

const notServed = 'The product serves no version. Publish one first.';
