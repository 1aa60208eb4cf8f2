import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Heading } from '../app/heading.tsx';
import { useKeys } from '../app/keys.ts';
import { LineOfSight, OldScreen } from '../app/line-of-sight.tsx';
import { Button } from '../parts/button.tsx';
import { Empty, Skeleton } from '../parts/empty.tsx';
import { Refused } from '../parts/refused.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { useAddress } from './address.ts';
import { Batch } from './batch.tsx';
import { chooseOnly, chooseRange, toggle, waitingChosen } from './chosen.ts';
import { delayed, takeBack } from './delayed.ts';
import { QueueFilters } from './filters.tsx';
import { countOf, folders, readingOf, rowsOf, type Folder } from './folders.ts';
import { QueueHistory } from './history.tsx';
import { OfferNotifications } from './notify.tsx';
import { Queue } from './queue.tsx';
import { Request } from './request.tsx';
import { requests, type Reading, type Row } from './requests.ts';
import { TakeBack } from './take-back.tsx';
import './approvals.css';

/** The queue of approval requests, and the one that is open. Folder, filter and request are in the address. */
export default function Approvals() {
  const { route } = useLocation();
  const { folder, filter, id, addressOf } = useAddress();
  const rows = rowsOf(folder, filter);
  const [batch, setBatch] = useState<'APPROVE' | 'REJECT' | null>(null);
  const at = rows.findIndex((row) => row.id === id);
  const open = (row: Row | undefined) => {
    if (row) route(addressOf({ id: row.id }));
  };
  const takeBackLast = () => {
    const taken = takeBack();
    if (taken) route(addressOf({ id: taken }));
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
    A: () => waitingChosen.value.length > 0 && setBatch('APPROVE'),
    R: () => waitingChosen.value.length > 0 && setBatch('REJECT'),
    u: takeBackLast,
    Escape: () => route(addressOf({ id: undefined })),
  });
  const { value } = requests;
  const reading = readingOf(folder, filter);
  const older = value.olderOf(reading);
  const readOlder = () => void value.readOlder(reading);
  const isUnread = older.before === undefined;
  const key = JSON.stringify(reading);
  useEffect(() => {
    if (isUnread) void value.readOlder(JSON.parse(key) as Reading);
  }, [value, key, isUnread]);

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
            count: name === 'decided' ? undefined : countOf(name, filter),
          }))}
        />
        <QueueFilters filter={filter} onChange={(next) => route(addressOf({ filter: next }), true)} />
        {waitingChosen.value.length > 0 && (
          <div class="chosen">
            <span>{waitingChosen.value.length} chosen</span>
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
        {value.refusal.value && <Refused refusal={value.refusal.value} again={readOlder} />}
        {rows.length > 0 && (
          <Queue
            rows={rows}
            isMixed={folder !== 'yours'}
            openId={id}
            addressOf={(row) => addressOf({ id: row.id })}
          />
        )}
        {rows.length === 0 &&
          (older.isReading || isUnread ? (
            <Skeleton />
          ) : (
            <NothingHere folder={folder} others={rowsOf('waiting', filter).length} />
          ))}
        {typeof older.before === 'string' && (
          <button class="button more" type="button" onClick={readOlder}>
            Load older requests
          </button>
        )}
      </section>
      {id ? (
        <Request
          key={id}
          id={id}
          back={addressOf({ id: undefined })}
          next={() => open(rows[at + 1] ?? rows[at - 1])}
        />
      ) : (
        <section class="request" aria-label="Request">
          <Empty icon="approvals" title={rows.length > 0 ? 'Choose a request' : 'Nothing is chosen'}>
            {rows.length > 0 && (
              <p>
                <kbd>j</kbd> and <kbd>k</kbd> move through the list.
              </p>
            )}
          </Empty>
          <div class="history-chart">
            <QueueHistory />
          </div>
        </section>
      )}
      <TakeBack onTakeBack={takeBackLast} />
      {delayed.value.length === 0 && <OfferNotifications />}
      {batch && <Batch ids={waitingChosen.value} verdict={batch} onClose={() => setBatch(null)} />}
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
