import { Connection } from '../../../db/models/connection.ts';
import { addCounter } from '../../kernel/counters.ts';
import { brokenStatuses } from './rules.ts';

addCounter('connectionsBroken', {
  needs: 'connections:read',
  description:
    'How many connections need a person to work again: those that are ACTION_REQUIRED, FAILED or EXPIRED, and ' +
    'those PENDING_REAUTHORIZATION that have a problem. A disabled connection does not count.',
  count: async (ctx) =>
    await Connection.inWorkspace(ctx)
      .where(
        (any) =>
          void any
            .whereIn('status', brokenStatuses)
            .orWhere((one) => void one.where({ status: 'PENDING_REAUTHORIZATION' }).whereNotNull('problem')),
      )
      .resultSize(),
});
