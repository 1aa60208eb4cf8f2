import { Connection } from '../../../db/models/connection.ts';
import { isWithin } from '../../values/base-url-pattern.ts';
import { onNewPatterns } from '../connector/new-patterns.ts';
import { validationFailed } from '../../values/errors.ts';

// A connection’s address was reviewed with its pattern, so the pattern stays as long as the connection.
onNewPatterns(async (tx, { connectorId, before, patterns }) => {
  const users = await Connection.inWorkspace(tx).where({ connectorId }).whereNot({ status: 'DISCONNECTED' });
  const left = users.find(({ baseUrl }) => {
    const url = new URL(baseUrl);
    return isWithin(before.baseUrlPatterns, url) && !isWithin(patterns, url);
  });
  if (!left) return;
  const message = `leaves out ${left.baseUrl}, the address of the connection “${left.name}”; disconnect that connection first`;
  throw validationFailed([{ pointer: '/baseUrlPatterns', code: 'invalid', message }]);
});
