import { ConnectionAuthorization } from '../../../db/models/connection-authorization.ts';
import type { Ports } from '../../kernel/context.ts';
import { createSystemContext } from '../../command/create-context.ts';
import { forEachIsolated } from '../../kernel/for-each-isolated.ts';
import { endUnsuccessfully } from './deny-authorization.ts';

const job = 'expire-authorizations';
const batchSize = 100;

/** Ends the authorizations that nobody completed in time. */
export async function expireAuthorizations(ports: Ports): Promise<void> {
  const due = await ConnectionAuthorization.inActiveWorkspaces(ports.database.knex)
    .where({ status: 'PENDING' })
    .where('expiresAt', '<=', ports.clock.now())
    .orderBy('expiresAt')
    .limit(batchSize);
  await forEachIsolated(ports, job, due, async (pending) => {
    await createSystemContext(ports, job, pending.workspaceId).transaction(async (tx) => {
      await endUnsuccessfully(tx, pending, 'expire', 'connection.authorization_expired');
      return {};
    });
  });
}
