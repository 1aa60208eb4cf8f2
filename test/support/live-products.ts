import type { TestApp } from './app.ts';
import { approvalsOf, submission } from './approvals.ts';
import type { Cast } from './people.ts';
import { callable } from './product-calls.ts';

/** A product with an active version, and an application with a live key for it. */
export async function liveShop(
  t: TestApp,
  everyone: Cast,
  document: object,
  { scopes = ['read', 'write'], members = {} }: { scopes?: string[]; members?: object } = {},
) {
  const { owner, workspaceId: workspace } = everyone;
  const [admin, developer] = [await everyone.as('ADMIN'), await everyone.as('DEVELOPER')];
  const approvals = approvalsOf(t, everyone);
  const shop = await callable(t, everyone, document, members);
  const { applicationId } = shop.key;
  const approveLive = async (requestedProducts: string[]) => {
    const path = `/api/console/applications/${applicationId}/production-access/requests`;
    const { body } = await t.rest('POST', path, {
      as: developer,
      workspace,
      body: { ...submission, requestedProducts },
    });
    const { id: approvalRequestId, subjectDigest } = body.approvalRequest;
    return await approvals.approve({ applicationId, approvalRequestId, subjectDigest }, admin);
  };
  const askToActivate = async (versionId: string) => {
    const path = `/api/console/products/${shop.product.id}/versions/${versionId}/activate`;
    return await t.rest('POST', path, { as: owner, workspace });
  };
  const activate = async (versionId: string) => {
    const { body } = await askToActivate(versionId);
    const { id: approvalRequestId, subjectDigest } = body;
    return await approvals.approve({ applicationId, approvalRequestId, subjectDigest }, admin);
  };
  await approveLive([`${shop.slug}@v1`]);
  await activate(shop.version.id);
  const live = await shop.send('POST', `/applications/${applicationId}/keys`, {
    name: 'live',
    environment: 'LIVE',
    scopes,
  });
  const liveAssignment = async () => {
    const { data } = await shop.send('GET', `/applications/${applicationId}/assignments`);
    return data.find(({ environment }: { environment: string }) => environment === 'LIVE');
  };
  return {
    ...shop,
    applicationId,
    admin,
    developer,
    approvals,
    approveLive,
    askToActivate,
    activate,
    live,
    liveAssignment,
  };
}
