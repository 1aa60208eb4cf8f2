import type { ApprovalRequest } from '../../../db/models/approval-request.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { whyAbandoned } from './requester.ts';
import { kindOf } from './kinds.ts';
import { statusAt } from './rules.ts';
import { ApprovalRequestType } from './type.ts';

/**
 * Returns why a request can no longer be executed, permanently, as a sentence; null while it can. The
 * cancelling job, decisions, executions, agents and readers all use this check. `standing` is the same check
 * as a query.
 */
export async function whyEnded(ctx: Context, request: ApprovalRequest): Promise<string | null> {
  return (
    (await whyAbandoned(ctx, request)) ?? (await kindOf(request.kind).subjectEnd?.why(ctx, request)) ?? null
  );
}

/** Returns the sentence of the refusal for such a reason. */
export function nobodyApproves(reason: string): string {
  return `${reason} So it can no longer be approved. Cancel it, or wait a second until the server cancels it. Then make a new request.`;
}

builder.objectField(ApprovalRequestType, 'obstacle', (t) =>
  t.string({
    nullable: true,
    description:
      'Why the request can no longer be approved, in a sentence. Within a second the server cancels it, and ' +
      '`outcome` has the reason. Null otherwise.',
    complexity: 5,
    resolve: async (request, _args, ctx) =>
      statusAt(request, ctx.clock.now()) === 'PENDING' ? await whyEnded(ctx, request) : null,
  }),
);
