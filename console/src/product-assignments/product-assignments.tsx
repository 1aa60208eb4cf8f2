import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso/router';
import { Act } from '../app/act.tsx';
import { ApplicationTabs } from '../app/application-tabs.tsx';
import { may } from '../app/me.ts';
import { useRead } from '../app/read.ts';
import { Screen, useAddress } from '../app/screen.tsx';
import { Coverage } from '../parts/coverage.tsx';
import { Skeleton } from '../parts/empty.tsx';
import { Refused } from '../parts/refused.tsx';
import { Assign } from './assign.tsx';
import { Assignments } from './assignments.tsx';
import { ChangeAssignment } from './change-assignment.tsx';
import { AssignedApplicationDocument, CoverageDocument } from './documents.generated.ts';
import type { Open } from './assignment-data.ts';
import { Unassign } from './unassign.tsx';

/** The API products that an application may call, and what it has tested of them. */
export default function ProductAssignments() {
  const { id = '' } = useRoute().params;
  const { data, refusal, again } = useRead(AssignedApplicationDocument, { id });
  const address = useAddress();
  const [open, setOpen] = useState<Open | null>(null);
  const application = data?.application;
  const up = { name: application?.name ?? 'Application', href: address(`applications/${id}`) };
  if (!application)
    return (
      <Screen name="API products" up={up}>
        {refusal ? <Refused refusal={refusal} again={again} /> : <Skeleton />}
      </Screen>
    );
  const isDeleted = application.status === 'DELETED';
  const close = () => setOpen(null);
  const assign = (
    <Act
      needs="product_assignments:write"
      look="primary"
      obstacle={isDeleted ? 'The application is deleted. Restore it first.' : null}
      onClick={() => setOpen({ is: 'assign' })}
    >
      Assign an API product
    </Act>
  );
  return (
    <Screen name={`API products of ${application.name}`} up={up} acts={assign}>
      <ApplicationTabs id={id} isAt="products" />
      <Assignments applicationId={id} isOpen={!isDeleted} open={setOpen} assign={assign} />
      <Tested applicationId={id} />
      {open?.is === 'assign' && <Assign applicationId={id} onClose={close} />}
      {open?.is === 'change' && <ChangeAssignment of={open.of} onClose={close} />}
      {open?.is === 'unassign' && <Unassign of={open.of} onClose={close} />}
    </Screen>
  );
}

function Tested({ applicationId }: { applicationId: string }) {
  const isPaused = !may('test_receipts:read');
  const { data, refusal, again } = useRead(CoverageDocument, { applicationId }, { isPaused });
  const coverage = data?.productCoverage;
  if (!coverage) return refusal ? <Refused refusal={refusal} again={again} /> : null;
  return coverage.length > 0 ? <Coverage of={coverage} /> : null;
}
