import { useState } from 'preact/hooks';
import { may } from '../app/me.ts';
import { useRead } from '../app/read.ts';
import { Screen, useAddress } from '../app/screen.tsx';
import { nameOf, titled } from '../parts/actor.ts';
import { Id } from '../parts/copy.tsx';
import { Skeleton } from '../parts/empty.tsx';
import { Facts } from '../parts/facts.tsx';
import { Refused } from '../parts/refused.tsx';
import { Time } from '../parts/time.tsx';
import { AutomationActs, type Open } from './automation-acts.tsx';
import { AutomationState } from './automation-state.tsx';
import { Change, Remove } from './change.tsx';
import { Credentials } from './credentials.tsx';
import { AutomationDocument } from './documents.generated.ts';
import { Adopt, Offer } from './owner.tsx';

const list = new Intl.ListFormat('en');

/** One automation: who answers for it, and its credentials. */
export function Automation({ id }: { id: string }) {
  const { data, refusal, again } = useRead(AutomationDocument, { id });
  const address = useAddress();
  const [open, setOpen] = useState<Open>(null);
  const up = { name: 'Automations', href: address('automations') };
  const automation = data?.automation;
  if (!automation)
    return (
      <Screen name="Automation" up={up}>
        {refusal ? <Refused refusal={refusal} again={again} /> : <Skeleton />}
      </Screen>
    );
  const { member, owner, offeredTo, offeredBy, orphanedAt, adoptableUntil, persons } = automation;
  const dialog = { of: automation, onClose: () => setOpen(null) };
  return (
    <Screen
      name={automation.name}
      up={up}
      above={<Id value={automation.id} />}
      acts={<AutomationActs of={automation} open={setOpen} />}
    >
      <Facts
        of={[
          ['State', <AutomationState of={automation} />],
          ['Description', automation.description || <span class="quiet">None</span>],
          ['Role', member && titled(member.role)],
          ['Membership', member && <a href={address(`members/${member.id}`)}>See the membership</a>],
          ['Owner', owner && <a href={address(`members/${owner.id}`)}>{nameOf(owner)}</a>],
          ['Offered to', offeredTo && `${nameOf(offeredTo)}, by ${nameOf(offeredBy)}`],
          ['Without an owner since', orphanedAt && <Time at={orphanedAt} />],
          ['Can have another owner until', adoptableUntil && <Time at={adoptableUntil} />],
          ['Excluded from deciding its requests', list.format(persons.map(({ name }) => name))],
          ['Created by', nameOf(automation.createdBy)],
          ['Created', <Time at={automation.createdAt} />],
        ]}
      />
      {may('sessions:revoke') && <Credentials of={automation} />}
      {open === 'change' && <Change {...dialog} />}
      {open === 'offer' && <Offer {...dialog} />}
      {open === 'adopt' && <Adopt {...dialog} />}
      {open === 'remove' && <Remove {...dialog} />}
    </Screen>
  );
}
