import { may, me } from '../app/me.ts';
import { useRead } from '../app/read.ts';
import { Screen, useAddress } from '../app/screen.tsx';
import { Skeleton } from '../parts/empty.tsx';
import { Icon } from '../parts/icon.tsx';
import { Refused } from '../parts/refused.tsx';
import { FirstStepsDocument, HomeDocument, type HomeQuery } from './documents.generated.ts';
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
      {may('applications:write') && <FirstSteps />}
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

function FirstSteps() {
  const address = useAddress();
  const { data } = useRead(FirstStepsDocument, {});
  if (!data) return null;
  const key = data.apiKeys?.edges[0]?.node;
  const steps = [
    {
      word: 'Verify your e-mail address',
      href: '/console/~/you',
      isDone: me.value?.person?.emailVerified,
    },
    {
      word: 'Create an application',
      href: address('applications'),
      isDone: Boolean(data.applications?.edges.length),
    },
    { word: 'Create an API key for the sandbox', href: address('api-keys'), isDone: Boolean(key) },
    { word: 'Call the sandbox with the key', href: address('api-keys'), isDone: Boolean(key?.lastUsedAt) },
  ];
  if (steps.every(({ isDone }) => isDone)) return null;
  return (
    <section>
      <h2>First steps</h2>
      <ol class="steps">
        {steps.map(({ word, href, isDone }) => (
          <li key={word}>
            <Icon name={isDone ? 'check' : 'next'} />
            {isDone ? (
              <span class="quiet">
                {word} <span class="unseen">(done)</span>
              </span>
            ) : (
              <a href={href}>{word}</a>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
