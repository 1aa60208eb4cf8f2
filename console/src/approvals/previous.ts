import { useRead } from '../app/read.ts';
import { PreviousRevisionDocument } from './documents.generated.ts';
import type { RequestData } from './stop.ts';

/** Returns the command of the revision before, if the request is for a later revision of production access. */
export function usePreviousCommand({ id, kind, command }: RequestData): unknown {
  const { applicationId = '', revision = 0 } = (command ?? {}) as {
    applicationId?: string;
    revision?: number;
  };
  const isLater = kind === 'PRODUCTION_ACCESS' && revision > 1;
  const { data } = useRead(
    PreviousRevisionDocument,
    { applicationId, approvalRequestId: id },
    { isPaused: !isLater },
  );
  const changes = data?.productionAccess?.revisionOfRequest?.changes;
  if (!isLater || !changes) return undefined;
  return {
    ...(command as object),
    revision: revision - 1,
    ...Object.fromEntries(changes.map(({ field, before }) => [field, before])),
  };
}
