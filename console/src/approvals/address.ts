import { useLocation, useRoute } from 'preact-iso/router';
import { me } from '../app/me.ts';
import type { ApprovalKind } from './documents.generated.ts';
import { folders, type Filter, type Folder } from './folders.ts';
import { kindNames } from './words.ts';

interface Place {
  folder: Folder;
  filter: Filter;
  id: string | undefined;
}

/** The folder, the filter and the request that the address names, and the address of another place. */
export function useAddress() {
  const { query } = useLocation();
  const { workspace = '', id } = useRoute().params;
  const fallback: Folder = me.value?.permissions.includes('approvals:decide') ? 'yours' : 'waiting';
  const folder = folders.find(([name]) => name === query['folder'])?.[0] ?? fallback;
  const { kind = '', asker = '', application = '' } = query;
  const here: Place = {
    folder,
    filter: { kind: kind in kindNames ? (kind as ApprovalKind) : '', asker, application },
    id,
  };

  const addressOf = (change: Partial<Place>): string => {
    const next = { ...here, ...change };
    const named = Object.entries({ folder: next.folder === fallback ? '' : next.folder, ...next.filter });
    const search = new URLSearchParams(named.filter(([, value]) => value !== ''));
    const path = `/console/${workspace}/approvals${next.id ? `/${next.id}` : ''}`;
    return search.size > 0 ? `${path}?${search.toString()}` : path;
  };
  return { ...here, addressOf };
}
