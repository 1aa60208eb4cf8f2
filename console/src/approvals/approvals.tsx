import { useEffect, useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import { Heading } from '../app/heading.tsx';
import { useKeys } from '../app/keys.ts';
import { LineOfSight, OldScreen } from '../app/line-of-sight.tsx';
import { me } from '../app/me.ts';
import { Button } from '../parts/button.tsx';
import { Empty, Skeleton } from '../parts/empty.tsx';
import { Refused } from '../parts/refused.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { Batch } from './batch.tsx';
import { chooseOnly, chooseRange, chosen, toggle } from './chosen.ts';
import type { ApprovalKind } from './documents.generated.ts';
import { QueueHistory } from './history.tsx';
import { Queue } from './queue.tsx';
import { Request } from './request.tsx';
import { requests, rowsOf, type Folder, type Row } from './requests.ts';
import { kindNames } from './words.ts';
import './approvals.css';

const folders: readonly (readonly [Folder, string])[] = [
  ['yours', 'Yours'],
  ['waiting', 'Waiting'],
  ['decided', 'Decided'],
];

/** The queue of approval requests, and the one that is open. Folder, filter and request are in the address. */
export default function Approvals() {
  const { query, route } = useLocation();
  const { params } = useRoute();
  const { workspace = '', id } = params;
  const fallback: Folder = me.value?.permissions.includes('approvals:decide') ? 'yours' : 'waiting';
  const folder = folders.find(([name]) => name === query['folder'])?.[0] ?? fallback;
  const kinds = query['kind'] ? [query['kind']] : [];
  const rows = rowsOf(folder, kinds);
  const [batch, setBatch] = useState<'APPROVE' | 'REJECT' | null>(null);
  const at = rows.findIndex((row) => row.id === id);

  const addressOf = (change: { folder?: Folder; kind?: string; id?: string | null }) => {
    const next = { folder, kind: kinds[0] ?? '', id: id ?? null, ...change };
    const search = new URLSearchParams({
      ...(next.folder !== fallback && { folder: next.folder }),
      ...(next.kind && { kind: next.kind }),
    });
    const path = `/console/${workspace}/approvals${next.id ? `/${next.id}` : ''}`;
    return search.size > 0 ? `${path}?${search.toString()}` : path;
  };
  const open = (row: Row | undefined) => {
    if (row) route(addressOf({ id: row.id }));
  };
  const move = (by: number) => () => open(rows[at === -1 ? 0 : at + by]);
  useKeys({
    j: move(1),
    k: move(-1),
    ArrowDown: move(1),
    ArrowUp: move(-1),
    ']': move(1),
    '[': move(-1),
    x: () => id && toggle(id),
    X: () => id && chooseRange(rows, id),
    A: () => chosen.value.size > 0 && setBatch('APPROVE'),
    R: () => chosen.value.size > 0 && setBatch('REJECT'),
    Escape: () => route(addressOf({ id: null })),
  });
  const { value } = requests;
  const older = folder === 'decided' ? 'decided' : 'waiting';
  useEffect(() => {
    if (value.older[older].value.before === undefined) void value.readOlder(older);
  }, [value, older]);
  const page = value.older[older].value;

  return (
    <div class={id ? 'approvals opened' : 'approvals'}>
      <section class="queue" aria-label="Requests">
        <header>
          <Heading name="Approvals" />
          <LineOfSight />
        </header>
        <Tabs
          label="Folders"
          of={folders.map(([name, word]) => ({
            word,
            href: addressOf({ folder: name }),
            isHere: name === folder,
            count: name === 'decided' ? undefined : rowsOf(name, kinds).length,
          }))}
        />
        <label class="filter">
          <span class="quiet">Kind</span>
          <select
            value={kinds[0] ?? ''}
            onChange={({ currentTarget }) => route(addressOf({ kind: currentTarget.value }), true)}
          >
            <option value="">All kinds</option>
            {Object.entries(kindNames).map(([kind, name]) => (
              <option key={kind} value={kind satisfies string as ApprovalKind}>
                {name}
              </option>
            ))}
          </select>
        </label>
        {chosen.value.size > 0 && (
          <div class="chosen">
            <span>{chosen.value.size} chosen</span>
            <Button look="primary" hint="A" onClick={() => setBatch('APPROVE')}>
              Approve
            </Button>
            <Button hint="R" onClick={() => setBatch('REJECT')}>
              Reject
            </Button>
            <Button look="bare" onClick={() => chooseOnly([])}>
              Clear
            </Button>
          </div>
        )}
        <OldScreen />
        {value.refusal.value && (
          <Refused refusal={value.refusal.value} again={() => void value.readOlder(older)} />
        )}
        {rows.length > 0 && <Queue rows={rows} openId={id} addressOf={(row) => addressOf({ id: row.id })} />}
        {rows.length === 0 &&
          (page.isReading || page.before === undefined ? (
            <Skeleton />
          ) : (
            <NothingHere folder={folder} others={rowsOf('waiting', kinds).length} />
          ))}
        {typeof page.before === 'string' && (
          <button class="button more" type="button" onClick={() => void value.readOlder(older)}>
            Load older requests
          </button>
        )}
      </section>
      {id ? (
        <Request
          key={id}
          id={id}
          back={addressOf({ id: null })}
          next={() => open(rows[at + 1] ?? rows[at - 1])}
        />
      ) : (
        <section class="request" aria-label="Request">
          <Empty icon="approvals" title={rows.length > 0 ? 'Choose a request' : 'Nothing is chosen'}>
            <p>
              <kbd>j</kbd> and <kbd>k</kbd> move through the list.
            </p>
          </Empty>
          <div class="history-chart">
            <QueueHistory />
          </div>
        </section>
      )}
      {batch && <Batch ids={[...chosen.value]} verdict={batch} onClose={() => setBatch(null)} />}
    </div>
  );
}

function NothingHere({ folder, others }: { folder: Folder; others: number }) {
  if (folder === 'yours')
    return (
      <Empty icon="check" title="Nothing waits for you">
        <p>
          Requests that you can decide appear here as they are made.
          {others > 0 && ` ${others} ${others === 1 ? 'waits' : 'wait'} for other people: see Waiting.`}
        </p>
      </Empty>
    );
  return (
    <Empty icon="approvals" title={folder === 'waiting' ? 'No request waits' : 'No request was decided yet'}>
      <p>
        Production access, MCP servers, tool calls of agents, versions of API products and the deletion of the
        workspace need the approval of a different person.
      </p>
    </Empty>
  );
}
