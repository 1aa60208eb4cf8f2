import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso/router';
import { Act } from '../app/act.tsx';
import { ApplicationTabs } from '../app/application-tabs.tsx';
import { may } from '../app/me.ts';
import { useRead } from '../app/read.ts';
import { Screen, useAddress } from '../app/screen.tsx';
import { Id } from '../parts/copy.tsx';
import { Skeleton } from '../parts/empty.tsx';
import { Facts } from '../parts/facts.tsx';
import { Refused } from '../parts/refused.tsx';
import { CheckSamples } from './check-samples.tsx';
import { SandboxDocument } from './documents.generated.ts';
import { Reset } from './reset.tsx';
import { momentOf } from './moment.ts';
import { SetClock } from './set-clock.tsx';
import './sandbox.css';

type Open = 'reset' | 'clock' | null;

/** The sandbox of an application: its seed, its time, what calls made in it, and a check of samples. */
export default function Sandbox() {
  const { id = '' } = useRoute().params;
  const { data, refusal, again } = useRead(SandboxDocument, { applicationId: id });
  const address = useAddress();
  const [open, setOpen] = useState<Open>(null);
  const { application, applicationSandbox: sandbox } = data ?? {};
  const up = { name: application?.name ?? 'Application', href: address(`applications/${id}`) };
  if (!application || !sandbox)
    return (
      <Screen name="Sandbox" up={up}>
        {refusal ? <Refused refusal={refusal} again={again} /> : <Skeleton />}
      </Screen>
    );
  const close = () => setOpen(null);
  const obstacle = application.status === 'ACTIVE' ? null : 'The application is not active.';
  return (
    <Screen
      name={`Sandbox of ${application.name}`}
      up={up}
      acts={
        <>
          <Act needs="sandbox:run" obstacle={obstacle} onClick={() => setOpen('clock')}>
            Set the time
          </Act>
          <Act needs="sandbox:run" obstacle={obstacle} look="danger" onClick={() => setOpen('reset')}>
            Reset
          </Act>
        </>
      }
    >
      <ApplicationTabs id={id} isAt="sandbox" />
      <p class="quiet">
        Calls of API products with a sandbox key act here. The same request has the same answer, by the seed
        and the time.
      </p>
      <Facts
        of={[
          ['Seed', sandbox.seed === '' ? 'None' : <Id value={sandbox.seed} what="seed" />],
          ['Time', <time dateTime={sandbox.time}>{momentOf(sandbox.time)}</time>],
          ['Objects', `${sandbox.objects.toLocaleString('en')} of at most 1,000. Each goes after 30 days.`],
        ]}
      />
      {may('sandbox:run') && (
        <p>
          <a href={address(`explorer?application=${id}`)}>Call an operation in the explorer</a>
        </p>
      )}
      {may('test_receipts:read') && (
        <p>
          <a href={address(`test-receipts?application=${id}`)}>Test receipts of this application</a>
        </p>
      )}
      <CheckSamples applicationId={id} obstacle={obstacle} />
      {open === 'reset' && <Reset of={sandbox} onClose={close} />}
      {open === 'clock' && <SetClock of={sandbox} onClose={close} />}
    </Screen>
  );
}
