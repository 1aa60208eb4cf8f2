import { Act } from '../app/act.tsx';
import type { VersionData } from './product-data.ts';

export type Open =
  | 'change'
  | 'publish'
  | 'discard'
  | 'deprecate'
  | 'retire'
  | 'activate'
  | 'deactivate'
  | null;

interface ActsProps {
  of: VersionData;
  open: (it: Open) => void;
}

/** What can be done with a version in its state. */
export function Acts({ of, open }: ActsProps) {
  if (of.status === 'RETIRED' || of.status === 'DISCARDED') return null;
  return of.status === 'DRAFT' ? <OfDraft open={open} /> : <OfPublished of={of} open={open} />;
}

function OfDraft({ open }: Pick<ActsProps, 'open'>) {
  return (
    <>
      <Act needs="api_products:write" look="primary" onClick={() => open('publish')}>
        Publish
      </Act>
      <Act needs="api_products:write" onClick={() => open('change')}>
        Change the draft
      </Act>
      <Act needs="api_products:write" look="danger" onClick={() => open('discard')}>
        Discard
      </Act>
    </>
  );
}

function OfPublished({ of, open }: ActsProps) {
  return (
    <>
      {of.liveSince ? (
        <Act needs="api_products:write" look="danger" onClick={() => open('deactivate')}>
          Deactivate
        </Act>
      ) : (
        <Act needs="api_products:write" look="primary" onClick={() => open('activate')}>
          Activate
        </Act>
      )}
      {of.status === 'PUBLISHED' ? (
        <Act needs="api_products:write" look="danger" onClick={() => open('deprecate')}>
          Deprecate
        </Act>
      ) : (
        <Act
          needs="api_products:write"
          look="danger"
          obstacle={obstacleToRetire(of)}
          onClick={() => open('retire')}
        >
          Retire
        </Act>
      )}
    </>
  );
}

/** Says why the version cannot be retired now; null if it can. */
function obstacleToRetire({ status, retiresAt, liveSince }: VersionData): string | null {
  if (liveSince) return 'It answers live keys. Deactivate it first.';
  if (status !== 'DEPRECATED' || retiresAt === null || new Date(retiresAt) <= new Date()) return null;
  return `It is served until ${retiresAt.slice(0, 10)} at least. Retire it after that.`;
}
