import {
  maxAtOnce,
  maxOfWorkspace,
  maxOfWorkspaceWhenCrowded,
  roomForIdle,
} from '../webhook-endpoint/rules.ts';

interface Place {
  /** The id of the endpoint. */
  id: string;
  workspaceId: string;
}

/** The places of one worker; each delivery in flight takes one. */
export interface Places {
  /** Returns the workspaces that may take no more places. */
  fullWorkspaces(): string[];
  /** Returns the endpoints that may take no more places. */
  fullEndpoints(): string[];
  /** Takes a place for this endpoint. Returns false if it may take none. */
  take(endpoint: Place): boolean;
}

/**
 * Limits each workspace to its share. The last places are for endpoints that have none, a few for each
 * workspace, so that slow endpoints cannot take all.
 */
export function placesOf(held: readonly Place[]): Places {
  const workspaces = new Map<string, number>();
  const endpoints = new Map<string, number>();
  let free = maxAtOnce;
  const put = ({ id, workspaceId }: Place) => {
    workspaces.set(workspaceId, (workspaces.get(workspaceId) ?? 0) + 1);
    endpoints.set(id, (endpoints.get(id) ?? 0) + 1);
    free -= 1;
  };
  for (const place of held) put(place);

  const isCrowded = () => free <= roomForIdle;
  const share = () => (isCrowded() ? maxOfWorkspaceWhenCrowded : maxOfWorkspace);
  return {
    fullWorkspaces: () => [...workspaces].filter(([, count]) => count >= share()).map(([id]) => id),
    fullEndpoints: () => (isCrowded() ? [...endpoints.keys()] : []),
    take(endpoint) {
      if (free <= 0 || (workspaces.get(endpoint.workspaceId) ?? 0) >= share()) return false;
      if (isCrowded() && endpoints.has(endpoint.id)) return false;
      put(endpoint);
      return true;
    },
  };
}
