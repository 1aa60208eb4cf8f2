import { useLocation } from 'preact-iso/router';
import { useFilter } from '../app/filter.ts';
import { useRead } from '../app/read.ts';
import { nameOf } from '../parts/actor.ts';
import { FilterChoice, FilterDate, Filters, FilterText } from '../parts/filter.tsx';
import { AuditActorsDocument, type AuditOutcome } from './documents.generated.ts';

export interface AuditFilter {
  action?: string;
  actorId?: string;
  targetId?: string;
  requestId?: string;
  outcome?: AuditOutcome;
  since?: string;
  until?: string;
}

const outcomes = [
  ['SUCCESS', 'Done'],
  ['DENIED', 'Denied'],
  ['FAILED', 'Failed'],
] as const;

const dayMs = 86_400_000;

/** Returns what the address filters by, as the server takes it. */
export function useAuditFilter(): AuditFilter {
  const { query } = useLocation();
  const { action, by: actorId, about: targetId, request: requestId } = query;
  const outcome = outcomes.find(([name]) => name === query['outcome'])?.[0];
  const [since, last] = [query['from'], query['to']].map((day) => Date.parse(`${day}T00:00:00Z`));
  return {
    ...(action && { action }),
    ...(actorId && { actorId }),
    ...(targetId && { targetId }),
    ...(requestId && { requestId }),
    ...(outcome && { outcome }),
    ...(since && { since: new Date(since).toISOString() }),
    ...(last && { until: new Date(last + dayMs).toISOString() }),
  };
}

/** The filters above the audit log. Days are in UTC, as in the entries. */
export function AuditFilters() {
  const { data } = useRead(AuditActorsDocument, {});
  const members = data?.members?.edges.map(({ node }) => [node.id, nameOf(node)] as const) ?? [];
  const [action, setAction] = useFilter('action');
  const [outcome, setOutcome] = useFilter('outcome');
  const [actor, setActor] = useFilter('by');
  const [target, setTarget] = useFilter('about');
  const [request, setRequest] = useFilter('request');
  const [from, setFrom] = useFilter('from');
  const [to, setTo] = useFilter('to');
  return (
    <Filters>
      <FilterText label="Action" value={action} placeholder="Such as api_key.rotated" onChange={setAction} />
      <FilterChoice label="Outcome" all="All" value={outcome} options={outcomes} onChange={setOutcome} />
      <FilterChoice label="By" all="All" value={actor} options={members} onChange={setActor} />
      <FilterText label="About" value={target} placeholder="An id" onChange={setTarget} />
      <FilterText label="Request" value={request} placeholder="req_…" onChange={setRequest} />
      <FilterDate label="From" value={from} onChange={setFrom} />
      <FilterDate label="To" value={to} onChange={setTo} />
    </Filters>
  );
}
