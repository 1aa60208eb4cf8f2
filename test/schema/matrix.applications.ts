import { Member } from '../../db/models/member.ts';
import { join } from '../support/people.ts';
import { send, type Ids, type Place } from './matrix.place.ts';

export async function application(place: Place): Promise<Ids> {
  const { id = '' } = await send(place, 'POST', '/api/console/applications', { name: 'Checkout' });
  return { id, applicationId: id };
}

export async function suspendedApplication(place: Place): Promise<Ids> {
  const ids = await application(place);
  await send(place, 'POST', `/api/console/applications/${ids['id']}/suspend`);
  return ids;
}

export async function deletedApplication(place: Place): Promise<Ids> {
  const ids = await application(place);
  await send(place, 'DELETE', `/api/console/applications/${ids['id']}`);
  return ids;
}

export async function key(place: Place): Promise<Ids> {
  const { applicationId = '' } = await application(place);
  const path = `/api/console/applications/${applicationId}/keys`;
  const body = { name: 'ci', environment: 'SANDBOX', scopes: ['read'] };
  const { id = '' } = await send(place, 'POST', path, body);
  return { id, applicationId };
}

export const submission = {
  useCase: 'Takes the payments of our own web shop, about a hundred a day.',
  dataCategories: ['payments'],
  expectedVolume: '100 a day',
  securityContact: 'security@example.com',
  requestedProducts: [],
};

export async function productionRequest(place: Place): Promise<Ids> {
  const { t, owner: as, workspaceId: workspace } = place;
  const { applicationId = '' } = await application(place);
  const { body } = await t.graphql(
    `mutation ($input: RequestProductionAccessInput!) {
      requestProductionAccess(input: $input) { productionAccess { approvalRequest { id subjectDigest } } }
    }`,
    { input: { applicationId, ...submission } },
    { as, workspace },
  );
  const { id, subjectDigest } = body.data.requestProductionAccess.productionAccess.approvalRequest;
  return { id, applicationId, approvalRequestId: id, subjectDigest };
}

async function decided(place: Place, verb: string, comment: string): Promise<Ids> {
  const ids = await productionRequest(place);
  const { approvalRequestId, subjectDigest } = ids;
  const type = `${verb.charAt(0).toUpperCase()}${verb.slice(1)}Input`;
  const query = `mutation ($input: ${type}!) { ${verb}(input: $input) { approvalRequest { status } } }`;
  const variables = { input: { approvalRequestId, subjectDigest, comment } };
  const { body } = await place.t.graphql(query, variables, {
    as: place.colleague,
    workspace: place.workspaceId,
  });
  if (body.errors) throw new Error(JSON.stringify(body.errors));
  return ids;
}

export const changesRequested = async (place: Place) =>
  await decided(place, 'requestChanges', 'Say how much more.');

export const approvedAccess = async (place: Place) => await decided(place, 'approveRequest', 'Well argued.');

export async function liveKey(place: Place): Promise<Ids> {
  const { applicationId = '' } = await approvedAccess(place);
  const path = `/api/console/applications/${applicationId}/keys`;
  const { id = '' } = await send(place, 'POST', path, { ...newKey, environment: 'LIVE' });
  return { id, applicationId };
}

export async function liveKeyWithSecret(place: Place): Promise<Ids> {
  const { applicationId = '' } = await approvedAccess(place);
  const path = `/api/console/applications/${applicationId}/keys`;
  const { secret = '' } = await send(place, 'POST', path, { ...newKey, environment: 'LIVE' });
  return { key: secret };
}

export async function nothingAsked({ t, owner: as, workspaceId: workspace }: Place): Promise<Ids> {
  const query = '{ approvalRequests(first: 100, status: [PENDING]) { edges { node { id kind } } } }';
  const { body } = await t.graphql(query, {}, { as, workspace });
  const edges: { node: { id: string; kind: string } }[] = body.data.approvalRequests.edges;
  for (const { node } of edges.filter((edge) => edge.node.kind === 'WORKSPACE_DELETE'))
    await t.rest('POST', `/api/console/approvals/${node.id}/cancel`, { as, workspace });
  return {};
}

/** Creates a separate workspace whose deletion is approved. The person who tries is an owner too. */
export async function deletingWorkspace({ t, owner, colleague, tryingOwner }: Place): Promise<Ids> {
  const founded = await t.rest('POST', '/api/developer-portal/workspaces', {
    as: owner,
    body: { name: 'Gone' },
  });
  const id: string = founded.body.id;
  const place = { t, owner, colleague, workspaceId: id };
  await join(t, { person: colleague, role: 'ADMIN', by: owner, workspace: id });
  if (tryingOwner) {
    const added = await send(place, 'POST', '/api/console/members', { personId: tryingOwner, role: 'OWNER' });
    await t.unrecorded((knex) =>
      Member.change(knex, String(added['id']), t.clock.now(), { status: 'ACTIVE', activations: 1 }),
    );
  }
  const asked = await t.rest('DELETE', '/api/console/workspace', { as: owner, workspace: id });
  const { subjectDigest } = asked.body;
  const path = `/api/console/approvals/${asked.body.id}/approve`;
  const { status } = await t.rest('POST', path, { as: colleague, workspace: id, body: { subjectDigest } });
  if (status !== 200) throw new Error('The deletion was not approved.');
  return { id };
}

export const newKey = { name: 'ci', scopes: ['read'] };
