import { useState } from 'preact/hooks';
import { List } from '../app/list.tsx';
import { signOut } from '../app/sign-out.ts';
import { send } from '../app/write.ts';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Time } from '../parts/time.tsx';
import { browserOf } from './browser-name.ts';
import { OwnSessionsDocument, RevokeSessionDocument, type OwnSessionsQuery } from './documents.generated.ts';

type Row = NonNullable<OwnSessionsQuery['sessions']>['edges'][number]['node'];

/** The person's active sessions, one for each sign-in. */
export function Sessions() {
  const [chosen, setChosen] = useState<Row | null>(null);
  const [isEnding, setEnding] = useState(false);
  return (
    <section>
      <h2>Sessions</h2>
      <div class="buttons">
        <Button onClick={() => setEnding(true)}>Sign out everywhere</Button>
      </div>
      <List
        caption="Your sessions, newest first"
        document={OwnSessionsDocument}
        variables={{}}
        connection={({ sessions }) => sessions}
        columns={[
          {
            name: 'Browser or program',
            cell: ({ userAgent }) => <span title={userAgent ?? ''}>{browserOf(userAgent)}</span>,
          },
          { name: 'Network address', isExtra: true, cell: ({ ip }) => ip && <code>{ip}</code> },
          { name: 'Signed in', cell: ({ authTime }) => <Time at={authTime} /> },
          {
            name: 'Last refreshed',
            isExtra: true,
            cell: ({ lastRefreshedAt }) => <Time at={lastRefreshedAt} />,
          },
          {
            name: 'Actions',
            cell: (row) =>
              row.isCurrent ? (
                <span class="quiet">This session</span>
              ) : (
                <Button look="danger" onClick={() => setChosen(row)}>
                  Revoke
                </Button>
              ),
          },
        ]}
        empty={<p class="quiet">No session is active.</p>}
      />
      {isEnding && (
        <Confirm
          title="Sign out everywhere"
          act="Sign out everywhere"
          onClose={() => setEnding(false)}
          onConfirm={async () => await signOut({ everywhere: true })}
        >
          <p>Every session ends, this one included. Each browser and program must sign in again.</p>
        </Confirm>
      )}
      {chosen && (
        <Confirm
          title="Revoke the session"
          act="Revoke the session"
          onClose={() => setChosen(null)}
          onConfirm={async () => {
            await send(RevokeSessionDocument, { input: { id: chosen.id } });
          }}
        >
          <p>{browserOf(chosen.userAgent)} is signed out immediately, and must sign in again.</p>
        </Confirm>
      )}
    </section>
  );
}
