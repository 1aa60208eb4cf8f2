import type { TestApp } from '../../../support/app.ts';
import type { Asked } from '../../../support/approvals.ts';
import { cast, type Somebody } from '../../../support/people.ts';

/** Creates a workspace whose developer requests access and whose administrator decides. */
export async function decideWorld(t: TestApp) {
  const everyone = await cast(t);
  const { owner, workspaceId } = everyone;
  return {
    everyone,
    owner,
    workspaceId,
    admin: await everyone.as('ADMIN'),
    developer: await everyone.as('DEVELOPER'),
    read: async ({ approvalRequestId: id }: Asked, as: Somebody = owner) => {
      const query = `query ($id: ID!) { approvalRequest(id: $id) {
        status kind summary quorum command subject { type id } requestedBy { id } decisions { verdict comment digestSeen }
      } }`;
      return (await t.graphql(query, { id }, { as, workspace: workspaceId })).body.data.approvalRequest;
    },
  };
}
