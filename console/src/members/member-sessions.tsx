import { useState } from 'preact/hooks';
import { Act } from '../app/act.tsx';
import { List } from '../app/list.tsx';
import { send } from '../app/write.ts';
import { nameOf } from '../parts/actor.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Time } from '../parts/time.tsx';
import {
  MemberSessionsDocument,
  RevokeMemberSessionDocument,
  type MemberSessionsQuery,
} from './documents.generated.ts';
import type { MemberData } from './member-data.ts';

type Row = NonNullable<MemberSessionsQuery['sessions']>['edges'][number]['node'];

/** The active sessions of a member. Their addresses and browsers are the person's alone. */
export function MemberSessions({ of: member }: { of: MemberData }) {
  const [chosen, setChosen] = useState<Row | null>(null);
  return (
    <section>
      <h2>Sessions</h2>
      <List
        caption="Active sessions, newest first"
        document={MemberSessionsDocument}
        variables={{ memberId: member.id }}
        connection={({ sessions }) => sessions}
        columns={[
          { name: 'Signed in', cell: ({ authTime }) => <Time at={authTime} /> },
          { name: 'Last refreshed', cell: ({ lastRefreshedAt }) => <Time at={lastRefreshedAt} /> },
          { name: 'Ends unless refreshed', isExtra: true, cell: (row) => <Time at={row.idleExpiresAt} /> },
          { name: 'Ends in any case', isExtra: true, cell: ({ expiresAt }) => <Time at={expiresAt} /> },
          {
            name: 'Actions',
            cell: (row) =>
              row.isCurrent ? (
                <span class="quiet">This session</span>
              ) : (
                <Act needs="sessions:revoke" look="danger" onClick={() => setChosen(row)}>
                  Revoke
                </Act>
              ),
          },
        ]}
        empty={<p class="quiet">{nameOf(member)} has no active session: no browser is signed in.</p>}
      />
      {chosen && (
        <Confirm
          title="Revoke the session"
          act="Revoke the session"
          onClose={() => setChosen(null)}
          onConfirm={async () => {
            await send(RevokeMemberSessionDocument, { input: { id: chosen.id } });
          }}
        >
          <p>Its tokens stop working immediately, in every workspace. {nameOf(member)} can sign in again.</p>
        </Confirm>
      )}
    </section>
  );
}
