import { useMemo } from 'preact/hooks';
import { builtInProduct, useProductOperations } from '../app/products.ts';
import { useRead } from '../app/read.ts';
import { Skeleton } from '../parts/empty.tsx';
import { Icon } from '../parts/icon.tsx';
import { operationIn } from '../parts/operation-document.ts';
import { Refused } from '../parts/refused.tsx';
import { Sentence } from '../parts/sentence.tsx';
import { Advice } from './advice.tsx';
import { Call } from './call.tsx';
import type { Choice } from './choice.ts';
import { ExplorerKeysDocument, ExplorerOperationDocument } from './documents.generated.ts';
import { NoKey } from './no-key.tsx';

/** The chosen operation: what it is, why a call would be refused, and the form that calls it. */
export function Chosen({ of: choice }: { of: Choice }) {
  const { applicationId, product, operation } = choice;
  const isBuiltIn = product === builtInProduct;
  const { rows } = useProductOperations(product, { policy: 'cache-first' });
  // The reference has ids of its own for operations whose id no generator can use.
  const operationId = rows?.find(({ id }) => id === operation)?.operationId;
  const keys = useRead(ExplorerKeysDocument, { applicationId });
  const found = useRead(
    ExplorerOperationDocument,
    isBuiltIn
      ? { audience: 'PUBLIC' as const, operationId: operation }
      : { audience: 'MINE' as const, applicationId, product, operationId: operationId ?? operation },
    { isPaused: rows === null },
  );
  const row = found.data?.referenceOperation;
  const described = useMemo(() => row && operationIn(row.document, row), [row]);
  const refusal = keys.refusal ?? found.refusal;
  const all = keys.data?.apiKeys?.edges.map(({ node }) => node).toReversed();
  if (!row || !described || !all)
    return refusal ? (
      <Refused refusal={refusal} again={refusal === keys.refusal ? keys.again : found.again} />
    ) : (
      <Skeleton />
    );
  if (all.length === 0) return <NoKey applicationId={applicationId} />;
  return (
    <>
      <section>
        <h2>
          <code>
            {row.method} {row.path}
          </code>
        </h2>
        <p>{row.summary}</p>
        {described.description && <p class="quiet described">{described.description}</p>}
      </section>
      {row.whyNot && (
        <div class="notice wait">
          <Icon name="alert" />
          <div>
            <p>
              <Sentence text={row.whyNot.message} />
            </p>
            <Advice code={row.whyNot.code} of={choice} />
          </div>
        </div>
      )}
      <Call of={choice} keys={all} operation={described} />
    </>
  );
}
