import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { useRead } from '../app/read.ts';
import { Screen, useAddress } from '../app/screen.tsx';
import { Id } from '../parts/copy.tsx';
import { Skeleton } from '../parts/empty.tsx';
import { Icon } from '../parts/icon.tsx';
import { Refused } from '../parts/refused.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { AboutVersion } from './about-version.tsx';
import { Comparison } from './comparison.tsx';
import { ProductDocument, VersionDocument } from './documents.generated.ts';
import { Findings } from './findings.tsx';
import { Operations } from './operations.tsx';
import { numberOf, type VersionData } from './product-data.ts';
import { Acts, type Open } from './version-acts.tsx';
import { Dialogs } from './version-dialogs.tsx';

interface VersionProps {
  id: string;
  /** If given, a version of another product is not found. */
  productId?: string;
}

/** One version: what it describes, what the server found in it, and what it changes. */
export function Version({ id, productId: given }: VersionProps) {
  const { data, refusal, again } = useRead(VersionDocument, { id, ...(given && { productId: given }) });
  const version = data?.apiProductVersion;
  const productId = given ?? version?.productId ?? '';
  const product = useRead(ProductDocument, { id: productId }, { isPaused: productId === '' }).data
    ?.apiProduct;
  const address = useAddress();
  const [open, setOpen] = useState<Open>(null);
  const up = { name: product?.name ?? 'API product', href: address(`products/${productId}`) };
  if (!version)
    return (
      <Screen name="Version" up={productId ? up : { name: 'API products', href: address('products') }}>
        {refusal ? <Refused refusal={refusal} again={again} /> : <Skeleton />}
      </Screen>
    );
  return (
    <Screen
      name={`Version ${numberOf(version)}${product ? ` of ${product.name}` : ''}`}
      up={up}
      above={<Id value={version.id} />}
      acts={<Acts of={version} open={setOpen} />}
    >
      <Unfit of={version} />
      <AboutVersion of={version} />
      <Parts of={version} />
      <Dialogs of={version} open={open} onClose={() => setOpen(null)} />
    </Screen>
  );
}

/** The parts of a version, each with its address. */
function Parts({ of }: { of: VersionData }) {
  const address = useAddress();
  const { query } = useLocation();
  const here = `products/${of.productId}/${of.id}`;
  const tabs = [
    { show: 'operations', word: 'Operations', count: of.operations.length },
    { show: 'changes', word: 'Changes' },
    { show: 'findings', word: 'Findings', count: of.findingCount },
  ];
  const shown = tabs.find(({ show }) => show === query['show'])?.show ?? 'operations';
  return (
    <>
      <Tabs
        label="Version"
        of={tabs.map(({ show, word, count }) => ({
          word,
          count,
          href: address(`${here}?show=${show}`),
          isHere: show === shown,
        }))}
      />
      {shown === 'operations' && <Operations of={of} />}
      {shown === 'changes' && <Comparison of={of} />}
      {shown === 'findings' && <Findings of={of.findings} count={of.findingCount} />}
    </>
  );
}

/** Tells of samples that do not fit, while the document can still be changed. */
function Unfit({ of: { status, findings } }: { of: VersionData }) {
  const count = findings.filter(({ code }) => code === 'sample_unfit').length;
  if (status !== 'DRAFT' || count === 0) return null;
  return (
    <div class="notice wait" role="note">
      <Icon name="alert" />
      <div>
        <p>
          <b>{count === 1 ? 'One answer has no fit sample.' : `${count} answers have no fit sample.`}</b> Add
          an example to the document at each pointer of <code>sample_unfit</code>. Otherwise test receipts do
          not count such answers.
        </p>
      </div>
    </div>
  );
}
