import type { ApprovalRequest } from '../../db/models/approval-request.ts';
import type { Ports } from '../context.ts';

/** Does the work for each request; one that fails is logged and holds up no other. */
export async function eachAlone(
  { log }: Ports,
  requests: readonly ApprovalRequest[],
  work: (request: ApprovalRequest) => Promise<unknown>,
): Promise<void> {
  for (const request of requests)
    try {
      await work(request);
    } catch (error) {
      log.error({ event: 'approval.job_failed', approvalRequestId: request.id, error });
    }
}
