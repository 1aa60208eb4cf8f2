import type { TestApp } from './app.ts';
import type { Somebody } from './people.ts';

/** The counters of `me` that are null without a permission. */
export interface Counted {
  toolCallsWaiting: number | null;
  keysEndingSoon: number | null;
  keysUnused: number | null;
  endpointsFailing: number | null;
  connectionsBroken: number | null;
  invitationsOpen: number | null;
}

/** Returns every counter that is null without a permission, as the person reads it. */
export async function countersOf(
  t: TestApp,
  { as, workspaceId }: { as: Pick<Somebody, 'token'> | string; workspaceId?: string },
): Promise<Counted> {
  const parts =
    'toolCallsWaiting keysEndingSoon keysUnused endpointsFailing connectionsBroken invitationsOpen';
  const { body } = await t.graphql(`{ me { counters { ${parts} } } }`, {}, { as, workspace: workspaceId });
  return body.data.me.counters;
}

/** All counters of a member with every permission, if nothing waits. */
export const nothingCounted = {
  approvalsWaiting: 0,
  toolCallsWaiting: 0,
  keysEndingSoon: 0,
  keysUnused: 0,
  endpointsFailing: 0,
  connectionsBroken: 0,
  invitationsOpen: 0,
};
