import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso/router';
import { Act } from '../app/act.tsx';
import { ApplicationTabs } from '../app/application-tabs.tsx';
import { useRead } from '../app/read.ts';
import { Screen, useAddress } from '../app/screen.tsx';
import { nameOf } from '../parts/actor.ts';
import { Coverage } from '../parts/coverage.tsx';
import { Empty, Skeleton } from '../parts/empty.tsx';
import { Facts } from '../parts/facts.tsx';
import { Refused } from '../parts/refused.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import { AccessDocument, type AccessPartsFragment } from './documents.generated.ts';
import { End } from './end.tsx';
import { RequestForm } from './request-form.tsx';
import { Revisions } from './revisions.tsx';

type Open = 'request' | 'suspend' | 'revoke' | null;

/** The production access of an application: what was requested, how it was decided, and its revisions. */
export default function ProductionAccess() {
  const { id = '' } = useRoute().params;
  const { data, refusal, again } = useRead(AccessDocument, { applicationId: id });
  const address = useAddress();
  const [open, setOpen] = useState<Open>(null);
  const application = data?.application;
  const up = { name: application?.name ?? 'Application', href: address(`applications/${id}`) };
  if (!application)
    return (
      <Screen name="Production access" up={up}>
        {refusal ? <Refused refusal={refusal} again={again} /> : <Skeleton />}
      </Screen>
    );
  const access = data?.productionAccess ?? null;
  const close = () => setOpen(null);
  const request = (
    <Act
      needs="production_access:request"
      look="primary"
      obstacle={application.status === 'ACTIVE' ? null : 'The application is not active.'}
      onClick={() => setOpen('request')}
    >
      {access ? 'Request again' : 'Request production access'}
    </Act>
  );
  const isOn = access?.status === 'APPROVED' || access?.status === 'REVIEW_OVERDUE';
  return (
    <Screen
      name={`Production access of ${application.name}`}
      up={up}
      acts={
        access && (
          <>
            {request}
            {isOn && (
              <Act needs="production_access:suspend" look="danger" onClick={() => setOpen('suspend')}>
                Suspend
              </Act>
            )}
            {(isOn || access.status === 'SUSPENDED') && (
              <Act needs="production_access:suspend" look="danger" onClick={() => setOpen('revoke')}>
                Revoke
              </Act>
            )}
          </>
        )
      }
    >
      <ApplicationTabs id={id} isAt="access" />
      {access ? (
        <>
          <Current access={access} />
          {access.coverage && access.coverage.length > 0 && <Coverage of={access.coverage} />}
          <Revisions applicationId={id} />
        </>
      ) : (
        <Empty icon="shield" title="Production access was never requested">
          <p>Live keys need it. A different person approves the request, and can suspend it later.</p>
          {request}
        </Empty>
      )}
      {open === 'request' && <RequestForm applicationId={id} access={access} onClose={close} />}
      {(open === 'suspend' || open === 'revoke') && <End applicationId={id} how={open} onClose={close} />}
    </Screen>
  );
}

function Current({ access }: { access: AccessPartsFragment }) {
  const address = useAddress();
  const { approvalRequest } = access;
  return (
    <Facts
      of={[
        ['State', <Status of="productionAccess" is={access.status} />],
        ['Reason', access.reason],
        [
          'Request',
          approvalRequest && (
            <a href={address(`approvals/${approvalRequest.id}`)}>Open the approval request</a>
          ),
        ],
        ['Review by', access.reviewBy && <Time at={access.reviewBy} />],
        ['Revision', String(access.revision)],
        ['Requested by', nameOf(access.requestedBy)],
        ['Requested', <Time at={access.submittedAt} />],
        ['Use case', access.useCase],
        ['Data categories', access.dataCategories.join(', ')],
        ['Expected volume', access.expectedVolume],
        ['Security contact', access.securityContact],
        ['API products', access.requestedProducts.join(', ') || 'None'],
      ]}
    />
  );
}
