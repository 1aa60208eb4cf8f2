import { ApiKey } from '../../../db/models/api-key.ts';
import { onRevocation } from '../production-access/ending.ts';
import { endApiKey } from './end.ts';

const reason = 'Production access was revoked.';

// Evaluation already stops these keys, because their grant is no longer the current one. Their rows record it
// for display and events. Creating a key locks the access first, so no new key is missed.
onRevocation(async (tx, { applicationId, liveGrant }) => {
  const keys = await ApiKey.inWorkspace(tx)
    .where({ applicationId, environment: 'LIVE', status: 'ACTIVE', liveGrant })
    .orderBy('id')
    .forNoKeyUpdate();
  return async () => {
    for (const key of keys) await endApiKey(tx, key, reason);
  };
});
