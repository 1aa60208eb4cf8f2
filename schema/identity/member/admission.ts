import type { Knex } from 'knex';
import { Admission, admissionKinds, type AdmissionKind } from '../../../db/models/admission.ts';
import { Member } from '../../../db/models/member.ts';
import { builder } from '../../kernel/builder.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { newId } from '../../values/id.ts';
import { MemberType } from './type.ts';

/** Records who admitted the member, and how. A repetition only updates the time. */
export async function keepAdmission(
  tx: TransactionContext,
  { id: memberId, workspaceId }: Pick<Member, 'id' | 'workspaceId'>,
  kind: AdmissionKind,
  admittedBy: string,
): Promise<void> {
  const now = tx.clock.now();
  await Admission.query(tx.knex)
    .insert({
      id: newId('admission'),
      workspaceId,
      memberId,
      admittedBy,
      kind,
      createdAt: now,
      updatedAt: now,
    })
    .onConflict(['memberId', 'admittedBy', 'kind'])
    .merge(['updatedAt']);
}

/**
 * Returns the ids of some members and of everyone they admitted, along chains, as a subquery. `members`
 * selects the `id` of the first ones.
 */
export function membersAdmittedBy(knex: Knex, members: Knex.QueryBuilder): Knex.QueryBuilder {
  const next = knex('admission')
    .join('letIn', 'letIn.memberId', 'admission.admittedBy')
    .select('admission.memberId');
  return knex
    .withRecursive('letIn', ['memberId'], members.union(next))
    .from('letIn')
    .select('letIn.memberId');
}

const AdmissionKindEnum = builder.enumType('AdmissionKind', {
  description:
    'How a member was admitted: INVITED by mail, ADDED by person id, RAISED to a role that decides requests, or ' +
    'REACTIVATED after a suspension.',
  values: admissionKinds,
});

const AdmissionType = builder.objectRef<Admission>('Admission').implement({
  description: 'How one member admitted another.',
  fields: (t) => ({
    kind: t.expose('kind', { type: AdmissionKindEnum }),
    by: t.field({
      type: MemberType,
      nullable: true,
      description: 'The member who admitted them.',
      resolve: async ({ admittedBy }, _args, ctx) => await ctx.load(Member, admittedBy),
    }),
    at: t.expose('updatedAt', { type: 'DateTime', description: 'When that last happened.' }),
  }),
});

builder.objectField(MemberType, 'admissions', (t) =>
  t.field({
    type: [AdmissionType],
    description:
      'The members who admitted this member, and how. Empty for the founder and for an automation.',
    complexity: { field: 1, multiplier: 3 },
    resolve: async ({ id }, _args, ctx) => await ctx.loadMany(Admission, 'memberId', id),
  }),
);
