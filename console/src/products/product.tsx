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
import { Assigned } from './assigned.tsx';
import { CreateVersion } from './create-version.tsx';
import { ProductDocument, VersionsDocument } from './documents.generated.ts';
import { ProductEvents } from './events.tsx';
import { Majors } from './majors.tsx';
import { Acts, Change, Retire, type Open } from './product-acts.tsx';
import type { ProductData, VersionRow } from './product-data.ts';
import { Versions } from './versions.tsx';

/** One API product: what its majors serve, its versions and its events. */
export function Product({ id }: { id: string }) {
  const { data, refusal, again } = useRead(ProductDocument, { id });
  const newest = useRead(VersionsDocument, { productId: id });
  const address = useAddress();
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
  return (
    <Screen
      name={product.name}
      up={up}
      above={<Id value={product.id} />}
      acts={<Acts of={product} open={setOpen} />}
    >
      <About of={product} />
      <Majors of={product} versions={versions} />
      <Parts of={product} versions={versions} open={setOpen} />
      {open === 'draft' && <CreateVersion {...dialog} versions={versions} />}
      {open === 'change' && <Change {...dialog} />}
      {open === 'retire' && <Retire {...dialog} />}
    </Screen>
  );
}

interface PartsProps {
  of: ProductData;
  versions: readonly VersionRow[];
  open: (it: Open) => void;
}

/** The parts of a product, each with its address. */
function Parts({ of, versions, open }: PartsProps) {
  const { query } = useLocation();
  const address = useAddress();
  const tabs = [
    { show: 'versions', word: 'Versions' },
    { show: 'applications', word: 'Applications' },
    ...(may('events:read') ? [{ show: 'events', word: 'Events' }] : []),
  ];
  const shown = tabs.find(({ show }) => show === query['show'])?.show ?? 'versions';
  return (
    <>
      <Tabs
        label="API product"
        of={tabs.map(({ show, word }) => ({
          word,
          href: address(`products/${of.id}?show=${show}`),
          isHere: show === shown,
        }))}
      />
      {shown === 'versions' && <Versions of={of} open={open} />}
      {shown === 'applications' && <Assigned of={of} />}
      {shown === 'events' && <ProductEvents of={of} versions={versions} />}
    </>
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
