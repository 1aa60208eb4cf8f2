import { useState } from 'preact/hooks';
import { me, may } from '../app/me.ts';
import { useRead } from '../app/read.ts';
import { Screen, useAddress } from '../app/screen.tsx';
import { nameOf, titled } from '../parts/actor.ts';
import { Id } from '../parts/copy.tsx';
import { Skeleton } from '../parts/empty.tsx';
import { Facts } from '../parts/facts.tsx';
import { Refused } from '../parts/refused.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import { MemberDocument, type AdmissionKind } from './documents.generated.ts';
import { MemberActs, type Open } from './member-acts.tsx';
import type { MemberData } from './member-data.ts';
import { ChangeRole, Reactivate, Remove, Suspend } from './member-dialogs.tsx';
import { MemberSessions } from './member-sessions.tsx';

/** One member: the role and state, who admitted them, and what can be done. */
export function Member({ id }: { id: string }) {
  const { data, refusal, again } = useRead(MemberDocument, { id });
  const address = useAddress();
  const [open, setOpen] = useState<Open>(null);
  const up = { name: 'Members', href: address('members') };
  const member = data?.member;
  if (!member)
    return (
      <Screen name="Member" up={up}>
        {refusal ? <Refused refusal={refusal} again={again} /> : <Skeleton />}
      </Screen>
    );
  const dialog = { of: member, onClose: () => setOpen(null) };
  return (
    <Screen
      name={nameOf(member)}
      up={up}
      above={
        <>
          {member.id === me.value?.member?.id && 'You '}
          <Id value={member.id} />
        </>
      }
      acts={<MemberActs of={member} open={setOpen} />}
    >
      <Facts
        of={[
          ['State', <Status of="member" is={member.status} />],
          ['Role', titled(member.role)],
          ['Role since', <Time at={member.roleSince} />],
          ['E-mail address', member.person?.email],
          [
            'Automation',
            member.automation && (
              <a href={address(`automations/${member.automation.id}`)}>{member.automation.name}</a>
            ),
          ],
          ['Joined', <Time at={member.joinedAt} />],
          ['Active since', member.status === 'ACTIVE' && <Time at={member.activeSince} />],
        ]}
      />
      {member.kind === 'HUMAN' && <Admissions of={member} />}
      {member.kind === 'HUMAN' && may('sessions:revoke') && <MemberSessions of={member} />}
      {open === 'role' && <ChangeRole {...dialog} />}
      {open === 'suspend' && <Suspend {...dialog} />}
      {open === 'reactivate' && <Reactivate {...dialog} />}
      {open === 'remove' && <Remove {...dialog} />}
    </Screen>
  );
}

const admitted: Record<AdmissionKind, string> = {
  ADDED: 'Added',
  INVITED: 'Invited',
  RAISED: 'Raised the role',
  REACTIVATED: 'Reactivated',
};

/** An approver is not independent of the people who admitted them. */
function Admissions({ of: { admissions } }: { of: MemberData }) {
  const address = useAddress();
  return (
    <section>
      <h2>Who admitted them</h2>
      {admissions.length === 0 ? (
        <p class="quiet">No member did: this member founded the workspace.</p>
      ) : (
        <div class="scroll">
          <table class="list">
            <caption class="unseen">Members who admitted this member</caption>
            <thead>
              <tr>
                <th scope="col">Member</th>
                <th scope="col">How</th>
                <th scope="col">When</th>
              </tr>
            </thead>
            <tbody>
              {admissions.map(({ at, kind, by }) => (
                <tr key={`${kind} ${by?.id}`}>
                  <td>{by ? <a href={address(`members/${by.id}`)}>{nameOf(by)}</a> : nameOf(by)}</td>
                  <td>{admitted[kind]}</td>
                  <td>
                    <Time at={at} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
