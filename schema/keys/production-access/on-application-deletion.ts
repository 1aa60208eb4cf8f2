import { ApprovalRequest } from '../../../db/models/approval-request.ts';
import { onApplicationDeletion } from '../application/deletion.ts';
import { cancelPending } from '../../approvals/approval/cancel-pending.ts';
import { expireIfOver } from '../../approvals/approval/expire.ts';
import { lockPending } from '../../approvals/approval/end-obsolete.ts';
import { refuse } from '../../values/errors.ts';

const kind = 'PRODUCTION_ACCESS';

// A pending request ends with the application: nobody could approve it, and a restoration would revive it.
onApplicationDeletion(async (tx, subjectId) => {
  const pending = await lockPending(tx, kind, subjectId);
  return async () => {
    const present = await ApprovalRequest.inWorkspace(tx).findOne({ kind, subjectId, status: 'PENDING' });
    if (present?.id !== pending?.id)
      throw refuse(
        'invalid_transition',
        'A request for its production access was made at the same moment. Send this request again.',
      );
    if (pending && !(await expireIfOver(tx, pending)))
      await cancelPending(tx, pending, { reason: 'The application was deleted.' });
  };
});
