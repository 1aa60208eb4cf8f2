import type { Knex } from 'knex';
import { presentRequesters } from './requester.ts';
import { registeredKinds, type ApprovalKind } from './kinds.ts';

/**
 * Returns a subquery for a query of requests of these kinds. It finds a row if the request has not ended permanently,
 * as `whyEnded` defines it.
 */
export function standing(
  knex: Knex,
  now: Date,
  kinds: readonly ApprovalKind[] = registeredKinds(),
): Knex.QueryBuilder {
  return kinds.reduce(
    (query, { kind, subjectEnd }) =>
      subjectEnd
        ? query.where(
            (it) =>
              void it.whereNot('approvalRequest.kind', kind).orWhereExists(subjectEnd.standing(knex, now)),
          )
        : query,
    presentRequesters(knex),
  );
}

/**
 * Returns the same subquery, also restricted to subjects in an approvable state. It does not check whether
 * the subject has changed.
 */
export function approvable(
  knex: Knex,
  now: Date,
  kinds: readonly ApprovalKind[] = registeredKinds(),
): Knex.QueryBuilder {
  return kinds.reduce(
    (query, { kind, approvableSubjects }) =>
      approvableSubjects
        ? query.where(
            (it) =>
              void it
                .whereNot('approvalRequest.kind', kind)
                .orWhereIn('approvalRequest.subjectId', approvableSubjects(knex)),
          )
        : query,
    standing(knex, now, kinds),
  );
}
