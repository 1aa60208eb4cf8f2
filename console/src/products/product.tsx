import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { may } from '../app/me.ts';
import { useRead } from '../app/read.ts';
import { Screen, useAddress } from '../app/screen.tsx';
import { nameOf } from '../parts/actor.ts';
import { Id } from '../parts/copy.tsx';
import { Skeleton } from '../parts/empty.tsx';
import { Facts } from '../parts/facts.tsx';
import { Refused } from '../parts/refused.tsx';
import { Status } from '../parts/status.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { Time } from '../parts/time.tsx';
import { CreateVersion } from './create-version.tsx';
import { ProductDocument, VersionsDocument } from './documents.generated.ts';
import { ProductEvents } from './events.tsx';
import { Majors } from './majors.tsx';
import { Acts, Change, Retire, type Open } from './product-acts.tsx';
import type { ProductData } from './product-data.ts';
import { Versions } from './versions.tsx';

/** One API product: what its majors serve, its versions and its events. */
export function Product({ id }: { id: string }) {
  const { data, refusal, again } = useRead(ProductDocument, { id });
  const newest = useRead(VersionsDocument, { productId: id });
  const address = useAddress();
  const { query } = useLocation();
  const [open, setOpen] = useState<Open>(null);
  const up = { name: 'API products', href: address('products') };
  const product = data?.apiProduct;
  if (!product)
    return (
      <Screen name="API product" up={up}>
        {refusal ? <Refused refusal={refusal} again={again} /> : <Skeleton />}
      </Screen>
    );
  const versions = newest.data?.apiProductVersions?.edges.map(({ node }) => node) ?? [];
  const dialog = { of: product, onClose: () => setOpen(null) };
  const isEvents = query['show'] === 'events' && may('events:read');
  const here = `products/${id}`;
  return (
    <Screen
      name={product.name}
      up={up}
      above={<Id value={product.id} />}
      acts={<Acts of={product} open={setOpen} />}
    >
      <About of={product} />
      <Majors of={product} versions={versions} />
      <Tabs
        label="API product"
        of={[
          { word: 'Versions', href: address(here), isHere: !isEvents },
          ...(may('events:read')
            ? [{ word: 'Events', href: address(`${here}?show=events`), isHere: isEvents }]
            : []),
        ]}
      />
      {isEvents ? (
        <ProductEvents of={product} versions={versions} />
      ) : (
        <Versions of={product} open={setOpen} />
      )}
      {open === 'draft' && <CreateVersion {...dialog} versions={versions} />}
      {open === 'change' && <Change {...dialog} />}
      {open === 'retire' && <Retire {...dialog} />}
    </Screen>
  );
}

function About({ of: product }: { of: ProductData }) {
  return (
    <Facts
      of={[
        ['State', <Status of="apiProduct" is={product.status} />],
        ['Slug', <code>{product.slug}</code>],
        ['Owner', nameOf(product.owner)],
        ['Description', product.description || <span class="quiet">None</span>],
        ['Created by', nameOf(product.createdBy)],
        ['Created', <Time at={product.createdAt} />],
        ['Last change', <Time at={product.updatedAt} />],
        ['Retired', product.retiredAt && <Time at={product.retiredAt} />],
      ]}
    />
  );
}
