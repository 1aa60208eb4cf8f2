import type { Knex } from 'knex';
import { stayingAsker } from './asker.ts';
import { registeredKinds } from './kinds.ts';

/**
 * Who asked for a request that could be approved as things stand, as a subquery of a query of requests: they still wish it,
 * and what it is about can take it. Whether that has changed since is not looked at.
 */
export function approvable(knex: Knex): Knex.QueryBuilder {
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
    stayingAsker(knex),
  );
}
