import type { QueryBuilder } from 'objection';
import { ApprovalRequest } from '../../../db/models/approval-request.ts';
import type { Context } from '../../kernel/context.ts';

/** A request for production access, with the command of the previous one. */
export type RevisionRow = ApprovalRequest & { previousCommand: Record<string, unknown> | null };

const kind = 'PRODUCTION_ACCESS';

/** Returns the submissions of an application. Only the requests store the content of all of them. */
export function revisionsOf(ctx: Context, applicationId: string): QueryBuilder<RevisionRow, RevisionRow[]> {
  const rows = ApprovalRequest.inWorkspace(ctx)
    .where({ kind, subjectId: applicationId })
    .select('approvalRequest.*', previousCommand(ctx).as('previousCommand'));
  return rows as unknown as QueryBuilder<RevisionRow, RevisionRow[]>;
}

// Finds the previous submission by its number, which is unique.
function previousCommand({ knex }: Context) {
  return knex('approvalRequest as previous')
    .select('previous.command')
    .where({ 'previous.kind': kind })
    .whereRaw('previous.subject_id = approval_request.subject_id')
    .whereRaw(
      "(previous.command ->> 'revision')::integer = (approval_request.command ->> 'revision')::integer - 1",
    );
}
