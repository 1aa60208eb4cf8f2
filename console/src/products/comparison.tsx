import { useLocation } from 'preact-iso/router';
import { useRead } from '../app/read.ts';
import { useAddress } from '../app/screen.tsx';
import { Skeleton } from '../parts/empty.tsx';
import { Refused } from '../parts/refused.tsx';
import { ChangeList } from './change-list.tsx';
import { ChangesDocument, VersionsDocument } from './documents.generated.ts';
import { numberOf, type VersionData, type VersionRow } from './product-data.ts';

/** What a version changes against the one before it, or against the one in the address. */
export function Comparison({ of: version }: { of: VersionData }) {
  const { query, route } = useLocation();
  const address = useAddress();
  const { id, productId } = version;
  const { data } = useRead(VersionsDocument, { productId });
  // The document of a discarded version is deleted.
  const others = (data?.apiProductVersions?.edges ?? [])
    .map(({ node }) => node)
    .filter((it) => it.id !== id && it.status !== 'DISCARDED');
  const against = others.find((it) => it.id === query['against']) ?? baseOf(version, others);
  if (version.status === 'DISCARDED')
    return <p class="quiet">The document of a discarded version is deleted.</p>;
  if (!data) return <Skeleton />;
  if (!against) return <p class="quiet">It is the first version, so there is nothing to compare it with.</p>;
  // The server recorded these at the publication, with what it compares only then.
  const isRecorded = !query['against'] && version.publishedAt !== null && against.major === version.major;
  const compare = (other: string) =>
    route(address(`products/${productId}/${id}?show=changes&against=${other}`), true);
  return (
    <>
      <label class="compare">
        <span class="quiet">Compared with</span>
        <select
          class="text-input"
          value={against.id}
          onChange={({ currentTarget }) => compare(currentTarget.value)}
        >
          {others.toReversed().map((it) => (
            <option key={it.id} value={it.id}>
              version {numberOf(it)}
            </option>
          ))}
        </select>
      </label>
      {isRecorded ? (
        <ChangeList of={version.changes} caption={`Changes of version ${numberOf(version)}`} />
      ) : (
        <Difference key={`${against.id} ${version.digest}`} from={against} to={version} />
      )}
    </>
  );
}

function Difference({ from, to }: { from: VersionRow; to: VersionData }) {
  const { data, refusal, again } = useRead(ChangesDocument, {
    productId: to.productId,
    from: from.id,
    to: to.id,
  });
  const changes = data?.apiProductChanges?.changes;
  if (!changes) return refusal ? <Refused refusal={refusal} again={again} /> : <Skeleton />;
  return <ChangeList of={changes} caption={`Changes from version ${numberOf(from)} to ${numberOf(to)}`} />;
}

/** Returns the version that callers know: the served one of the major for a draft, else the one before it. */
function baseOf(version: VersionData, others: readonly VersionRow[]): VersionRow | undefined {
  const earlier = others.filter(
    ({ major, number }) => major < version.major || (major === version.major && number < version.number),
  );
  return (
    earlier.findLast(({ major, status }) => major === version.major && status !== 'DRAFT') ??
    earlier.findLast(({ status }) => status !== 'DRAFT')
  );
}
