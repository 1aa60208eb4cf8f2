import { useServedProducts } from '../app/products.ts';
import { useRead } from '../app/read.ts';
import { Checks } from '../parts/field.tsx';
import { Time } from '../parts/time.tsx';
import { Unread } from '../parts/unread.tsx';
import { EvidenceDocument, type AccessPartsFragment, type EvidenceQuery } from './documents.generated.ts';

/** The products that the live keys would call: the served majors, and what was requested before. */
export function ProductChoice({ requestedProducts }: Pick<AccessPartsFragment, 'requestedProducts'>) {
  const { rows, refusal, again } = useServedProducts();
  // The boxes are checked as they appear, so they wait for their names.
  if (!rows) return <Unread name="requestedProducts" chosen={requestedProducts} {...{ refusal, again }} />;
  const names = [...new Set([...rows, ...requestedProducts])];
  if (names.length === 0) return <p class="quiet">No API product is published yet.</p>;
  return (
    <Checks
      label="API products that the live keys call"
      name="requestedProducts"
      options={names.map((name) => [name, rows.includes(name) ? name : `${name}, not served anymore`])}
      checked={requestedProducts}
    />
  );
}

/** The newest valid receipts of the application's tests, for the approvers. They replace no approval. */
export function ReceiptChoice({ of, chosen }: { of: string; chosen: readonly string[] }) {
  const { data, refusal, again } = useRead(EvidenceDocument, { applicationId: of });
  if (!data) return <Unread name="evidenceReceiptIds" chosen={chosen} {...{ refusal, again }} />;
  const nodes = data.testReceipts?.edges.map(({ node }) => node) ?? [];
  const valid = nodes.filter(isValid).toReversed();
  const former = chosen.filter((id) => !valid.some((it) => it.id === id));
  if (valid.length + former.length === 0)
    return <p class="quiet">The application has no valid test receipt. The explorer issues them.</p>;
  return (
    <Checks
      label="Test receipts that the approvers read"
      name="evidenceReceiptIds"
      options={[
        ...valid.map((it) => [it.id, <Described key={it.id} of={it} />] as const),
        ...former.map((id) => [id, `${id}, not valid anymore`] as const),
      ]}
      checked={chosen}
    />
  );
}

function Described({ of: { kind, method, operationId, product, version, createdAt } }: { of: Receipt }) {
  return (
    <>
      {kind === 'CALL' ? 'A call of' : 'Samples for'} {method} {operationId}
      {product && version && ` of ${product.slug}@v${version.major}.${version.number}`},{' '}
      <Time at={createdAt} />
    </>
  );
}

type Receipt = NonNullable<EvidenceQuery['testReceipts']>['edges'][number]['node'];

function isValid({ status, isCurrent, expiresAt }: Receipt): boolean {
  return status === 'ACTIVE' && isCurrent && Date.parse(expiresAt) > Date.now();
}
