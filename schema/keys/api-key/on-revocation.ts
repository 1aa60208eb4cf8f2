import { ApiKey } from '../../../db/models/api-key.ts';
import { onRevocation } from '../production-access/ending.ts';
import { endApiKey } from './end.ts';

const reason = 'Production access was revoked.';

// They stop by their judge whatever stands in their rows, since it compares their grant with the present one; written down
// here, so that everybody sees and hears that they are dead. A key that is being made holds the access, and is found.
onRevocation(async (tx, { applicationId, liveGrant }) => {
  const keys = await ApiKey.inWorkspace(tx)
    .where({ applicationId, environment: 'LIVE', status: 'ACTIVE', liveGrant })
    .orderBy('id')
    .forNoKeyUpdate();
  return async () => {
    for (const key of keys) await endApiKey(tx, key, reason);
  };
});
