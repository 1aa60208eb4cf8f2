import type { ApprovalRequest } from '../../../db/models/approval-request.ts';
import { Member } from '../../../db/models/member.ts';
import { builder } from '../../kernel/builder.ts';
import { canBeMember } from '../../kernel/access/caller.ts';
import { memberOf, type Context } from '../../kernel/context.ts';
import { refusalOf, refuse, type Refusal } from '../../values/errors.ts';
import { accountablePersons } from './accountable-persons.ts';
import { assertMayDecide } from './may-decide.ts';
import { nobodyApproves, whyEnded } from './prerequisites.ts';
import { ApprovalRequestType } from './type.ts';

/** A plain object, since GraphQL throws an error that a resolver returns. */
interface ToldRefusal {
  code: string;
  message: string;
  permission: string | null;
}

export function toldRefusal({ code, message, details }: Refusal): ToldRefusal {
  return { code, message, permission: details.permission ?? null };
}

export const DecisionRefusalType = builder.objectRef<ToldRefusal>('DecisionRefusal').implement({
  description: 'Why the server refuses a decision.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'The error code, such as `already_decided`.' }),
    message: t.exposeString('message'),
    permission: t.exposeString('permission', {
      nullable: true,
      description: 'The permission that the caller lacks, if that is the reason.',
    }),
  }),
});

builder.objectField(ApprovalRequestType, 'decisionRefusal', (t) =>
  t.field({
    type: DecisionRefusalType,
    nullable: true,
    description:
      'The refusal that an approval by the caller would get now. Null if the caller may approve. It does not check ' +
      'whether the subject has changed.',
    complexity: { field: 10, multiplier: 1 },
    resolve: async (request, _args, ctx) => {
      const refusal = await decisionRefusal(ctx, request);
      return refusal && toldRefusal(refusal);
    },
  }),
);

/** Judges the caller as a decision would, without locks. */
async function decisionRefusal(ctx: Context, request: ApprovalRequest): Promise<Refusal | null> {
  if (!canBeMember(ctx.caller))
    return refuse('person_required', 'An agent cannot decide a request. Have a person do it.');
  try {
    const member = await Member.inWorkspace(ctx).findById(memberOf(ctx).memberId);
    const persons = await accountablePersons(ctx, request);
    await assertMayDecide(ctx, request, member, { persons, verdict: 'APPROVE' });
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    return refusal;
  }
  const reason = await whyEnded(ctx, request);
  return reason === null ? null : refuse('invalid_transition', nobodyApproves(reason));
}
