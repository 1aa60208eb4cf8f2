import { may, me } from '../app/me.ts';
import { useRead } from '../app/read.ts';
import { Screen, useAddress } from '../app/screen.tsx';
import { Skeleton } from '../parts/empty.tsx';
import { Icon } from '../parts/icon.tsx';
import { Refused } from '../parts/refused.tsx';
import { HomeDocument, type HomeQuery } from './documents.generated.ts';
import { Steps } from './steps.tsx';
import './home.css';

type Counters = NonNullable<HomeQuery['me']>['counters'];

type Counter = Exclude<keyof Counters, '__typename'>;

/** What each counter counts, of one and of several, and where that is. */
const rows: readonly (readonly [Counter, one: string, several: string, place: string])[] = [
  ['approvalsWaiting', 'request waits for your decision', 'requests wait for your decision', 'approvals'],
  [
    'toolCallsWaiting',
    'tool call waits for your decision',
    'tool calls wait for your decision',
    'tool-calls',
  ],
  ['keysEndingSoon', 'API key ends within 14 days', 'API keys end within 14 days', 'api-keys'],
  ['keysUnused', 'API key had no call for 90 days', 'API keys had no call for 90 days', 'api-keys'],
  ['endpointsFailing', 'webhook endpoint fails', 'webhook endpoints fail', 'webhooks'],
  ['connectionsBroken', 'connection needs a person', 'connections need a person', 'connections'],
  ['invitationsOpen', 'invitation is open', 'invitations are open', 'members/invitations'],
];

/** What waits in the workspace, and the first steps of a new one. */
export default function Home() {
  const { data, refusal, again } = useRead(HomeDocument, {});
  const counters = data?.me?.counters;
  return (
    <Screen name={me.value?.workspace?.name ?? 'Home'}>
      {refusal && <Refused refusal={refusal} again={again} />}
      {may('applications:write') && <Steps />}
      {counters ? <Waiting counters={counters} /> : <Skeleton />}
    </Screen>
  );
}

function Waiting({ counters }: { counters: Counters }) {
  const address = useAddress();
  const found = rows.filter(([name]) => (counters[name] ?? 0) > 0);
  if (found.length === 0)
    return (
      <p class="quiet">
        <Icon name="check" /> Nothing here needs you now.
      </p>
    );
  return (
    <ul class="counters">
      {found.map(([name, one, several, place]) => (
        <li key={name}>
          <a href={address(place)}>
            <b>{counters[name]}</b> {counters[name] === 1 ? one : several}
          </a>
        </li>
      ))}
    </ul>
  );
}
