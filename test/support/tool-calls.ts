import type { Answer, TestApp } from './app.ts';
import type { Somebody } from './people.ts';

/** The operations of people in a workspace on agents' tool calls. */
export function toolCallsOf(t: TestApp, workspaceId: string) {
  const read = async (id: string, as: Somebody): Promise<Answer> =>
    await t.rest('GET', `/api/console/mcp/tool-calls/${id}`, { as, workspace: workspaceId });
  const decide = (verb: string) => async (id: string, as: Somebody, comment: string) => {
    const { approvalRequest } = (await read(id, as)).body;
    const body = { subjectDigest: approvalRequest.subjectDigest, comment };
    return await t.rest('POST', `/api/console/approvals/${approvalRequest.id}/${verb}`, {
      as,
      workspace: workspaceId,
      body,
    });
  };
  return {
    read,
    list: async (as: Somebody, query = '') =>
      await t.rest('GET', `/api/console/mcp/tool-calls${query}`, { as, workspace: workspaceId }),
    approve: async (id: string, as: Somebody) => await decide('approve')(id, as, 'As we have agreed.'),
    reject: async (id: string, as: Somebody, comment = 'This order is a double one.') =>
      await decide('reject')(id, as, comment),
  };
}
