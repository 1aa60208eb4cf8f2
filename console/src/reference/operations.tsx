import { useAll } from '../app/all.ts';
import { useFilter } from '../app/filter.ts';
import { useAddress } from '../app/screen.tsx';
import { Empty, Skeleton } from '../parts/empty.tsx';
import { FilterText } from '../parts/filter.tsx';
import { Refused } from '../parts/refused.tsx';
import { Status } from '../parts/status.tsx';
import { visible } from '../parts/visible.ts';
import { Sentence } from '../parts/sentence.tsx';
import { ReferenceOperationsDocument, type ReferenceOperationsQuery } from './documents.generated.ts';
import { Downloads } from './downloads.tsx';
import { ReaderChoice } from './reader-choice.tsx';
import { queryOf, useReader, variablesOf, type Reader } from './reader.ts';

type Row = NonNullable<ReferenceOperationsQuery['reference']>['operations']['edges'][number]['node'];

/** The operations for a reader, with a search among them. */
export function Operations() {
  const [reader, change] = useReader();
  const [words, setWords] = useFilter('words');
  const { rows, refusal, again } = useAll(
    ReferenceOperationsDocument,
    variablesOf(reader),
    ({ reference }) => reference?.operations ?? null,
  );
  // The workspace’s products first: the server’s own API has hundreds of operations.
  const found = rows
    ?.filter((row) => matches(row, words))
    .toSorted((a, b) => Number(a.product === null) - Number(b.product === null));
  return (
    <>
      <ReaderChoice of={reader} onChange={change}>
        <FilterText label="Search" value={words} placeholder="A word or a path" onChange={setWords} />
      </ReaderChoice>
      <Downloads of={reader} />
      {refusal && <Refused refusal={refusal} again={again} />}
      {!found && !refusal && <Skeleton />}
      {found?.length === 0 && (
        <Empty icon="reference" title="No operation matches">
          <p>The search covers ids, methods, paths, summaries and products.</p>
        </Empty>
      )}
      {found && found.length > 0 && <Table of={found} reader={reader} />}
    </>
  );
}

function matches({ operationId, method, path, summary, product }: Row, words: string): boolean {
  const text = `${operationId} ${method} ${path} ${summary} ${product ?? ''}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function Table({ of: rows, reader }: { of: readonly Row[]; reader: Reader }) {
  const address = useAddress();
  const isJudged = reader.audience === 'MINE';
  return (
    <div class="scroll">
      <table class="list operations">
        <caption>{rows.length === 1 ? '1 operation' : `${rows.length} operations`}</caption>
        <thead>
          <tr>
            <th scope="col">Operation</th>
            {isJudged && <th scope="col">May I call it</th>}
            <th scope="col" class="extra">
              Product
            </th>
            <th scope="col" class="extra number">
              Calls in 30 days
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.operationId}>
              <td>
                <a href={address(`reference/${encodeURIComponent(row.operationId)}${queryOf(reader)}`)}>
                  {visible(row.summary) || row.operationId}
                </a>
                <p class="quiet small">
                  <code>
                    {row.method} {row.path}
                  </code>
                </p>
              </td>
              {isJudged && (
                <td>
                  <Status of="callable" is={row.isCallable ? 'YES' : 'NO'} />
                  {row.whyNot && (
                    <p class="quiet small">
                      <Sentence text={row.whyNot.message} />
                    </p>
                  )}
                </td>
              )}
              <td class="extra">{row.product}</td>
              <td class="extra number">{row.calls}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
