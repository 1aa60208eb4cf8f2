import { Application } from '../../../db/models/application.ts';
import { Connection } from '../../../db/models/connection.ts';
import type { WorkspaceModel } from '../../../db/models/base.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { assertReachable } from '../../kernel/reachable.ts';
import { validationFailed, type Finding } from '../../values/errors.ts';
import { catalogue } from '../../records/event/catalogue.ts';
import { namedBy } from '../../records/event/patterns.ts';
import { secretIn } from '../../values/secret-values.ts';

/** The URL of an endpoint, and the events to send. */
export interface Subscription {
  url: string;
  eventTypes: readonly string[];
  applicationIds: readonly string[];
  connectionIds: readonly string[];
}

/**
 * Checks a subscription. Throws `validation_failed` or `url_not_allowed` if it matches nothing or its URL is
 * blocked.
 */
export async function assertSubscription(
  tx: TransactionContext,
  given: Partial<Subscription>,
): Promise<void> {
  const findings = [
    ...(given.url === undefined ? [] : inUrl(given.url)),
    ...unknownTypes(given.eventTypes ?? []),
    ...(await unknownIds(tx, Application, 'applicationIds', given.applicationIds ?? [])),
    ...(await unknownIds(tx, Connection, 'connectionIds', given.connectionIds ?? [])),
  ];
  if (findings.length > 0) throw validationFailed(findings);
  if (given.url !== undefined) assertReachable(tx, given.url, '/url');
}

// Members who may read webhooks see the URL.
function inUrl(url: string): Finding[] {
  const found = secretIn(url);
  if (found === null) return [];
  const message = `contains ${found}, which every member with \`webhooks:read\` would see. Remove it: deliveries are signed instead`;
  return [{ pointer: '/url', code: 'secret_value', message }];
}

function unknownTypes(patterns: readonly string[]): Finding[] {
  const types = Object.keys(catalogue);
  return patterns.flatMap((pattern, index) =>
    types.some(namedBy([pattern]))
      ? []
      : [{ pointer: `/eventTypes/${index}`, code: 'invalid', message: 'is not an event type' }],
  );
}

async function unknownIds(
  tx: TransactionContext,
  model: typeof WorkspaceModel,
  field: string,
  ids: readonly string[],
): Promise<Finding[]> {
  if (ids.length === 0) return [];
  const rows = await model.inWorkspace(tx).whereRaw('id = any (?)', [[...ids]]);
  const known = new Set(rows.map(({ id }) => id));
  return ids.flatMap((id, index) =>
    known.has(id)
      ? []
      : [{ pointer: `/${field}/${index}`, code: 'invalid', message: 'is not in the workspace' }],
  );
}
