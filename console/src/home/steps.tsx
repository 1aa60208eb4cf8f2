import { me } from '../app/me.ts';
import { hiddenSteps } from '../app/preferences.ts';
import { useRead } from '../app/read.ts';
import { useAddress } from '../app/screen.tsx';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { FirstReceiptDocument, StepsDocument, type StepsQuery } from './documents.generated.ts';

interface Step {
  word: string;
  href: string;
  isDone: boolean;
}

/** What a new workspace does first, up to a call; then what it does next. */
export function Steps() {
  const address = useAddress();
  const { data } = useRead(StepsDocument, {});
  if (!data) return null;
  if (isHidden()) return null;
  const first = firstSteps(data, address);
  return first.every(({ isDone }) => isDone) ? <Next of={data} /> : <List title="First steps" of={first} />;
}

function Next({ of }: { of: StepsQuery }) {
  const address = useAddress();
  const applicationId = of.applications?.edges[0]?.node.id ?? '';
  const { data } = useRead(FirstReceiptDocument, { applicationId }, { isPaused: applicationId === '' });
  if (!data) return null;
  const steps = nextSteps(of, Boolean(data.testReceipts?.edges.length), address);
  if (steps.every(({ isDone }) => isDone)) return null;
  return <List title="Next steps" of={steps} />;
}

function firstSteps({ applications, apiKeys }: StepsQuery, address: (path: string) => string): Step[] {
  const keys = apiKeys?.edges.map(({ node }) => node) ?? [];
  return [
    {
      word: 'Verify your e-mail address',
      href: '/console/~/you',
      isDone: me.value?.person?.emailVerified ?? false,
    },
    {
      word: 'Create an application',
      href: address('applications'),
      isDone: Boolean(applications?.edges.length),
    },
    { word: 'Create an API key for the sandbox', href: address('api-keys'), isDone: keys.length > 0 },
    {
      word: 'Call the sandbox with the key',
      href: address('api-keys'),
      isDone: keys.some(({ lastUsedAt }) => lastUsedAt),
    },
  ];
}

function nextSteps(data: StepsQuery, hasReceipt: boolean, address: (path: string) => string): Step[] {
  const application = data.applications?.edges[0]?.node;
  const roles = data.roles?.filter((it) => it.permissions.includes('production_access:approve'));
  const approving = new Set(roles?.map(({ role }) => role));
  return [
    {
      word: 'Call an API product in the explorer',
      href: address('explorer'),
      isDone: hasReceipt,
    },
    {
      word: 'Receive events with a webhook',
      href: address('webhooks'),
      isDone: Boolean(data.webhookEndpoints?.edges.length),
    },
    {
      word: 'Invite an owner or administrator, who can approve',
      href: address('members'),
      isDone: Boolean(data.members?.edges.some(({ node }) => isAnother(node) && approving.has(node.role))),
    },
    {
      word: 'Request production access, for live keys',
      href: address(application ? `applications/${application.id}/access` : 'applications'),
      isDone: Boolean(application?.productionAccess),
    },
  ];
}

function List({ title, of }: { title: string; of: readonly Step[] }) {
  return (
    <section>
      <h2>{title}</h2>
      <ol class="steps">
        {of.map(({ word, href, isDone }) => (
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
      <div class="buttons">
        <Button look="bare" onClick={hide}>
          Hide these steps
        </Button>
      </div>
    </section>
  );
}

type Member = NonNullable<StepsQuery['members']>['edges'][number]['node'];

function isAnother({ id, status, person }: Member): boolean {
  return id !== me.value?.member?.id && person !== null && status === 'ACTIVE';
}

function isHidden(): boolean {
  return hiddenSteps.value.split(' ').includes(me.value?.workspace?.id ?? '');
}

function hide(): void {
  hiddenSteps.value = `${hiddenSteps.value} ${me.value?.workspace?.id ?? ''}`.trim();
}
