import type { ApprovalRequest } from '../../../db/models/approval-request.ts';
import type { SchemaTypes } from '../../kernel/builder.ts';
import * as formats from '../../values/formats.ts';
import { versionFields } from '../../kernel/row-version.ts';
import { ApprovalRequestType } from './type.ts';

type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;

/** Returns the input fields of every decision. */
export function decisionFields<Required extends boolean>(
  t: PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>,
  { isCommentRequired }: { isCommentRequired: Required },
) {
  return {
    approvalRequestId: t.id({ required: true, description: 'The request.' }),
    subjectDigest: t.string({
      required: true,
      validate: formats.digest,
      description: 'The request’s `subjectDigest` as the deciding person read it.',
    }),
    comment: t.string({
      required: isCommentRequired,
      validate: isCommentRequired ? formats.decisionReason : formats.reason,
      description: isCommentRequired ? 'The reason, in 10 to 500 characters.' : 'Why.',
    }),
    ...versionFields(t),
  };
}

export function requestFields<Parent extends { approvalRequest: ApprovalRequest }>(
  t: PothosSchemaTypes.ObjectFieldBuilder<Types, Parent>,
) {
  return { approvalRequest: t.field({ type: ApprovalRequestType, resolve: (it) => it.approvalRequest }) };
}
