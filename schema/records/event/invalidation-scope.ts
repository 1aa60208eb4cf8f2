import { catalogue, type EventType } from './catalogue.ts';

/** Nothing that is kept for requests rests on rows of these. */
const restedOnByNone: ReadonlySet<string> = new Set([
  'webhook_endpoint',
  'webhook_delivery',
  'mcp_tool_call',
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
 * Whether an event of this type tells of a change in its subject's own row alone, of all rows that what is kept for requests
 * rests on. Of the others it may be any in the workspace.
 */
export function changesSubjectAlone(type: EventType): boolean {
  return ofOneRow.has(type) || restedOnByNone.has(catalogue[type].resource);
}
