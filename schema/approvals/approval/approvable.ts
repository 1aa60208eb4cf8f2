import type { Knex } from 'knex';
import { stayingAsker } from './asker.ts';
import { registeredKinds } from './kinds.ts';

/**
 * Finds a row where a request has not ended for good, as a subquery of a query of requests: `whyEnded` says the same of one.
 */
export function standing(knex: Knex, now: Date): Knex.QueryBuilder {
  return registeredKinds().reduce(
    (query, { kind, subjectEnd }) =>
      subjectEnd
        ? query.where(
            (it) =>
              void it.whereNot('approvalRequest.kind', kind).orWhereExists(subjectEnd.standing(knex, now)),
          )
        : query,
    stayingAsker(knex),
  );
}

/**
 * The same where a request could be approved as things stand: what it is about can take it, too. Whether its subject has
 * changed since is not looked at.
 */
export function approvable(knex: Knex, now: Date): Knex.QueryBuilder {
  return registeredKinds().reduce(
    (query, { kind, approvableSubjects }) =>
      approvableSubjects
        ? query.where(
            (it) =>
              void it
                .whereNot('approvalRequest.kind', kind)
                .orWhereIn('approvalRequest.subjectId', approvableSubjects(knex)),
          )
        : query,
    standing(knex, now),
  );
}
