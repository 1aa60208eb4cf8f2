import { describe, expect, it } from 'vitest';
import { approvalsOf, askedOf } from '../../../support/approvals.ts';
import { testApp } from '../../../support/app.ts';
import type { CastMember } from '../../../support/people.ts';
import { eventsOf } from '../../../support/trail.ts';
import { decideWorld } from './decide.world.ts';

const t = await testApp({ ACCESS_TOKEN_TTL_SECONDS: '3600' }, { isChecked: true });
const { everyone, owner, workspaceId, admin, developer, read } = await decideWorld(t);
const { ask, approve, requestFor } = approvalsOf(t, everyone);

describe('the expiry of a request', () => {
  it('is checked at the decision: after 30 days the request can only be made again', async () => {
    const asked = await ask(developer);
    t.clock.advance({ hours: 30 * 24 });
    const { email, password } = admin;
    const { body } = await t.rest('POST', '/api/auth/sign-in', { body: { email, password } });
    const as = { ...admin, token: body.accessToken as string };

    const answer = await approve(asked, as);

    expect(answer).toMatchObject({ status: 409, code: 'invalid_transition' });
    expect((await read(asked, as)).status).toBe('EXPIRED');
    const query =
      'query ($s: [ApprovalStatus!]) { approvalRequests(first: 100, status: $s) { edges { node { id } } } }';
    const listed = async (status: string) => {
      const found = await t.graphql(query, { s: [status] }, { as, workspace: workspaceId });
      return (found.body.data.approvalRequests.edges as { node: { id: string } }[]).map(
        ({ node }) => node.id,
      );
    };
    expect(await listed('EXPIRED')).toContain(asked.approvalRequestId);
    expect(await listed('PENDING')).not.toContain(asked.approvalRequestId);
  });

  it('does not block a new request, which immediately ends the expired one', async () => {
    const body = { name: 'Checkout' };
    const request = { as: await signedIn(owner), workspace: workspaceId, body };
    const made = await t.rest('POST', '/api/console/applications', request);
    const asked = askedOf(await requestFor(made.body.id, await signedIn(developer)));
    t.clock.advance({ days: 30 });
    const as = await signedIn(developer);

    const again = await requestFor(asked.applicationId, as);

    expect(again).toMatchObject({ status: 200, data: { productionAccess: { revision: 2 } } });
    expect((await read(asked, as)).status).toBe('EXPIRED');
    const told = (await eventsOf(t, workspaceId)).slice(-4);
    expect(told.map(({ type }) => type)).toEqual([
      'application.production_access.expired',
      'approval.expired',
      'approval.requested',
      'application.production_access.submitted',
    ]);
    expect(told[1]?.actor).toEqual({ kind: 'SYSTEM', id: 'expire-approvals', personId: null });
  });

  async function signedIn(person: CastMember): Promise<CastMember> {
    const { email, password } = person;
    const { body } = await t.rest('POST', '/api/auth/sign-in', { body: { email, password } });
    return { ...person, token: body.accessToken as string };
  }
});
