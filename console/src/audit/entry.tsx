import { useLocation } from 'preact-iso/router';
import { useKeys } from '../app/keys.ts';
import { useRead } from '../app/read.ts';
import { ResourceLink } from '../app/resource.tsx';
import { Screen, useAddress } from '../app/screen.tsx';
import { actorNameOf } from '../parts/actor.ts';
import { Id } from '../parts/copy.tsx';
import { Skeleton } from '../parts/empty.tsx';
import { Facts } from '../parts/facts.tsx';
import { Refused } from '../parts/refused.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import { Changes } from './changes.tsx';
import { AuditEntryDocument, AuditNeighborsDocument, type AuditEntryQuery } from './documents.generated.ts';

type EntryData = NonNullable<AuditEntryQuery['auditEntries']>['edges'][number]['node'];

/** One entry: who did what to what, what changed, and its place in the chain. */
export function Entry({ cursor }: { cursor: string }) {
  const near = useRead(AuditNeighborsDocument, { cursor });
  // The server finds entries after a cursor, so this one is the first after the older one.
  const older = near.data?.older?.edges[0]?.cursor;
  const newer = near.data?.newer?.edges[0]?.cursor;
  const { data, refusal, again } = useRead(AuditEntryDocument, older ? { after: older } : {}, {
    isPaused: !near.data,
  });
  const address = useAddress();
  const { route } = useLocation();
  const up = { name: 'Audit log', href: address('audit') };
  const addressOf = (it: string) => address(`audit/${it}`);
  useKeys({
    ...(older && { ']': () => route(addressOf(older)) }),
    ...(newer && { '[': () => route(addressOf(newer)) }),
  });
  const entry = near.data && data?.auditEntries?.edges[0]?.node;
  const stop = near.refusal ?? refusal;
  if (!entry)
    return (
      <Screen name="Audit entry" up={up}>
        {stop ? <Refused refusal={stop} again={near.refusal ? near.again : again} /> : <Skeleton />}
      </Screen>
    );
  return (
    <Screen
      name={entry.action}
      up={up}
      above={<Id value={entry.id} />}
      acts={
        <nav class="neighbors" aria-label="Neighbors">
          {newer && <a href={addressOf(newer)}>Newer entry</a>}
          {older && <a href={addressOf(older)}>Older entry</a>}
        </nav>
      }
    >
      <Body entry={entry} />
    </Screen>
  );
}

function Body({ entry }: { entry: EntryData }) {
  const { origin } = entry;
  return (
    <>
      <Facts
        of={[
          ['Outcome', <Status of="auditOutcome" is={entry.outcome} />],
          ['Reason', entry.reason],
          ['By', actorNameOf(entry.actor)],
          ['When', <Time at={entry.at} />],
          ['About', entry.targets.length > 0 && entry.targets.map((target) => <About target={target} />)],
          ['Network address', origin.ip && <code>{origin.ip}</code>],
          ['Program', origin.userAgent],
          ['Request', <Id value={origin.requestId} what="request id" />],
        ]}
      />
      {entry.changes !== null && (
        <section>
          <h2>Changes</h2>
          <Changes of={entry.changes} />
        </section>
      )}
      <section>
        <h2>Place in the chain</h2>
        <Facts
          of={[
            ['Number', String(entry.seq)],
            ['Hash', <Id value={entry.hash} what="hash" />],
            ['Hash of the entry before', <Id value={entry.previousHash} what="hash" />],
          ]}
        />
      </section>
    </>
  );
}

function About({ target }: { target: EntryData['targets'][number] }) {
  return (
    <div>
      <ResourceLink of={target} />
    </div>
  );
}
