import { catalogue, type EventType } from './catalogue.ts';

/** Cached data of requests never depends on rows of these. */
const restedOnByNone: ReadonlySet<string> = new Set([
  'webhook_endpoint',
  'webhook_delivery',
  'mcp_tool_call',
  'test_receipt',
]);

const ofOneRow: ReadonlySet<EventType> = new Set<EventType>([
  'api_key.created',
  'api_key.rotated',
  'api_key.revoked',
  'api_key.expiring',
  'api_key.drained',
  'api_key.expired',
]);

/**
 * Returns whether an event of this type changes only its subject's row, among the rows that cached data
 * depends on. Other types may change any row of the workspace.
 */
export function changesSubjectAlone(type: EventType): boolean {
  return ofOneRow.has(type) || restedOnByNone.has(catalogue[type].resource);
}
