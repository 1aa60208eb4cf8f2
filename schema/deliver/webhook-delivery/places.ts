import {
  maxAtOnce,
  maxOfWorkspace,
  maxOfWorkspaceWhenCrowded,
  roomForIdle,
} from '../webhook-endpoint/rules.ts';

interface Place {
  /** Of the endpoint. */
  id: string;
  workspaceId: string;
}

/** The places of one worker, of which each delivery that it sends takes one. */
export interface Places {
  /** Workspaces that get no more of them. */
  fullWorkspaces(): string[];
  /** Endpoints that get no more of them. */
  fullEndpoints(): string[];
  /** Takes one, where there is one for this endpoint. */
  take(endpoint: Place): boolean;
}

/**
 * Gives no workspace more than its share. The last of them are for endpoints that have none, a few for each workspace: so
 * that those who keep theirs for long do not keep all.
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
