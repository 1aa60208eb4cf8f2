import type { Answer, TestApp } from './app.ts';
import type { Cast, Somebody } from './people.ts';

export interface Deletion {
  id: string;
  subjectDigest: string;
}

/** The steps of deleting one workspace, as people send them. */
export function deletionOf(t: TestApp, { workspaceId: workspace }: Pick<Cast, 'workspaceId'>) {
  const request = async (as: Somebody, headers = {}): Promise<Answer> =>
    await t.rest('DELETE', '/api/console/workspace', { as, workspace, headers });
  const decide =
    (verb: 'approve' | 'reject') =>
    async ({ id, subjectDigest }: Deletion, as: Somebody): Promise<Answer> => {
      const body = { subjectDigest, comment: 'As we have agreed.' };
      return await t.rest('POST', `/api/console/approvals/${id}/${verb}`, { as, workspace, body });
    };
  const [approve, reject] = [decide('approve'), decide('reject')];
  return {
    request,
    approve,
    reject,
    cancel: async ({ id }: Deletion, as: Somebody) =>
      await t.rest('POST', `/api/console/approvals/${id}/cancel`, { as, workspace }),
    /** Requests and approves the deletion, and throws if one of them is refused. */
    delete: async (asking: Somebody, deciding: Somebody): Promise<Answer> => {
      const asked = await request(asking);
      const approved = await approve(asked.body, deciding);
      if (approved.status !== 200) throw new Error(JSON.stringify([asked.body, approved.body]));
      return approved;
    },
    restore: async (as: Somebody, headers = {}): Promise<Answer> =>
      await t.rest('POST', `/api/developer-portal/workspaces/${workspace}/restore`, { as, headers }),
  };
}
