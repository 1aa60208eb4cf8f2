import { useMemo } from 'preact/hooks';
import { Act } from '../app/act.tsx';
import { builtInProduct } from '../app/products.ts';
import { may } from '../app/me.ts';
import { useRead } from '../app/read.ts';
import { Screen, useAddress } from '../app/screen.tsx';
import { Skeleton } from '../parts/empty.tsx';
import { operationIn } from '../parts/operation-document.ts';
import { Refused } from '../parts/refused.tsx';
import { visible } from '../parts/visible.ts';
import { AboutOperation } from './about-operation.tsx';
import { Answers, Body, Schemas } from './bodies.tsx';
import { ReferencePageDocument } from './documents.generated.ts';
import type { OperationData } from './operation-data.ts';
import { Parameters } from './parameters.tsx';
import { queryOf, useReader, variablesOf } from './reader.ts';
import { Samples } from './samples.tsx';

/** One operation: whether the reader may call it, what it takes and answers, and how to call it. */
export function Operation({ id }: { id: string }) {
  const [reader] = useReader();
  const { data, refusal, again } = useRead(ReferencePageDocument, {
    ...variablesOf(reader),
    operationId: id,
  });
  const address = useAddress();
  const up = { name: 'API reference', href: address(`reference${queryOf(reader)}`) };
  const row = data?.referenceOperation;
  const described = useMemo(() => row && operationIn(row.document, row), [row]);
  if (!row || !described)
    return (
      <Screen name="Operation" up={up}>
        {refusal ? <Refused refusal={refusal} again={again} /> : <Skeleton />}
      </Screen>
    );
  const explorer = explorerQuery(row, reader.applicationId);
  return (
    <Screen
      name={visible(row.summary) || row.operationId}
      up={up}
      above={
        <code>
          {row.method} {row.path}
        </code>
      }
      acts={
        <>
          {explorer && <TryIt href={address(`explorer?${explorer}`)} />}
          {row.product === null && (
            <a class="button" href={`/reference/${encodeURIComponent(id)}`} target="_blank" rel="noreferrer">
              Its public page
            </a>
          )}
        </>
      }
    >
      {described.description && <p class="described">{visible(described.description)}</p>}
      <AboutOperation of={row} needs={described.needs} />
      <Parameters of={described} />
      <Body of={described} />
      <Answers of={described} />
      <Schemas of={described} />
      <Samples of={described} method={row.method} />
    </Screen>
  );
}

function TryIt({ href }: { href: string }) {
  if (may('sandbox:run'))
    return (
      <a class="button primary" href={href}>
        Try it
      </a>
    );
  return (
    <Act needs="sandbox:run" look="primary" onClick={() => {}}>
      Try it
    </Act>
  );
}

/** Returns the choice of the explorer; null for an operation that no sandbox key calls. */
function explorerQuery(row: OperationData, applicationId: string): string | null {
  const { product, productOperationId, path, operationId } = row;
  const isBuiltIn = product === null && path.startsWith('/v1/sandbox/');
  if (product === null && !isBuiltIn) return null;
  return new URLSearchParams({
    ...(applicationId && { application: applicationId }),
    product: product ?? builtInProduct,
    operation: productOperationId ?? operationId,
  }).toString();
}
