import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso/router';
import { Act } from '../app/act.tsx';
import { List } from '../app/list.tsx';
import { Screen, useAddress } from '../app/screen.tsx';
import { nameOf, titled } from '../parts/actor.ts';
import { Empty } from '../parts/empty.tsx';
import { Snippet } from '../parts/snippet.tsx';
import { Time } from '../parts/time.tsx';
import { Automation } from './automation.tsx';
import { AutomationState } from './automation-state.tsx';
import { CreateAutomation } from './create-automation.tsx';
import { AutomationsDocument } from './documents.generated.ts';

/** The automations of the workspace, or the one in the address. */
export default function Automations() {
  const { id } = useRoute().params;
  return id ? <Automation key={id} id={id} /> : <All />;
}

function All() {
  const [isMaking, setMaking] = useState(false);
  const address = useAddress();
  const make = (
    <Act needs="members:write" look="primary" onClick={() => setMaking(true)}>
      Create an automation
    </Act>
  );
  return (
    <Screen name="Automations" acts={make}>
      <List
        caption="Automations, newest first"
        document={AutomationsDocument}
        variables={{}}
        connection={({ automations }) => automations}
        columns={[
          { name: 'Name', cell: ({ id, name }) => <a href={address(`automations/${id}`)}>{name}</a> },
          { name: 'Role', cell: ({ member }) => member && <span class="whole">{titled(member.role)}</span> },
          { name: 'State', cell: (automation) => <AutomationState of={automation} /> },
          { name: 'Owner', isExtra: true, cell: ({ owner }) => nameOf(owner) },
          { name: 'Created', isExtra: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
        ]}
        empty={
          <Empty icon="automations" title="No automation yet">
            <p>
              An automation is a program that is a member: with a role, an owner who answers for it, and its
              credentials. Use it in CI or for scheduled work.
            </p>
            {make}
            <Snippet
              text={`curl -X POST ${location.origin}/api/console/automations -H 'Authorization: Bearer <accessToken>' -H 'Content-Type: application/json' -d '{"name":"ci","role":"DEVELOPER"}'`}
            />
          </Empty>
        }
      />
      {isMaking && <CreateAutomation onClose={() => setMaking(false)} />}
    </Screen>
  );
}
