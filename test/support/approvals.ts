import type { Answer, TestApp } from './app.ts';
import type { Cast, Somebody } from './people.ts';

/** A person with an access token. */
type Caller = Pick<Somebody, 'token'>;

export const submission = {
  useCase: 'Takes the payments of our own web shop, about a hundred a day.',
  dataCategories: ['payments'],
  expectedVolume: '100 a day',
  securityContact: 'security@example.com',
  requestedProducts: [],
};

export interface Asked {
  applicationId: string;
  approvalRequestId: string;
  subjectDigest: string;
}

export interface Told {
  status: number;
  code: string | undefined;
  message: string | undefined;
  data: Record<string, never>;
}

const accessParts =
  'productionAccess { id applicationId status revision reason approvalRequest { id subjectDigest status } }';
const requestParts =
  'approvalRequest { id status subjectDigest endedAt decisions { verdict comment member { id } digestSeen } }';
const commentParts =
  'approvalComment { id comment member { id } createdAt } approvalRequest { status subjectDigest rowVersion }';

/** The approval operations of one workspace, as a person sends them. */
export function approvalsOf(t: TestApp, { workspaceId, owner }: Pick<Cast, 'workspaceId' | 'owner'>) {
  const send = async (operation: string, parts: string, input: object, as: Caller, headers = {}) => {
    const type = `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Input`;
    const query = `mutation ($input: ${type}!) { ${operation}(input: $input) { ${parts} } }`;
    return told(operation, await t.graphql(query, { input }, { as, workspace: workspaceId, headers }));
  };
  const access = async (operation: string, input: object, as: Caller, headers = {}) =>
    await send(operation, accessParts, input, as, headers);
  const decide =
    (operation: string) =>
    async ({ approvalRequestId, subjectDigest }: Asked, as: Caller, comment = 'As we have agreed.') =>
      await send(operation, requestParts, { approvalRequestId, subjectDigest, comment }, as);
  const application = async (): Promise<string> => {
    const body = { name: 'Checkout' };
    const answer = await t.rest('POST', '/api/console/applications', {
      as: owner,
      workspace: workspaceId,
      body,
    });
    return answer.body.id;
  };
  const requestFor = async (applicationId: string, as: Caller, headers = {}) =>
    await access('requestProductionAccess', { applicationId, ...submission }, as, headers);
  return {
    application,
    requestFor,
    /** Requests access for a new application, and throws if that is refused. */
    ask: async (as: Caller): Promise<Asked> => askedOf(await requestFor(await application(), as)),
    resubmit: async (applicationId: string, as: Caller, changed: object = {}) =>
      await access('resubmitProductionAccess', { applicationId, ...submission, ...changed }, as),
    suspend: async (applicationId: string, as: Caller) =>
      await access('suspendProductionAccess', { applicationId, reason: 'Keys were found in a paste.' }, as),
    revoke: async (applicationId: string, as: Caller) =>
      await access('revokeProductionAccess', { applicationId, reason: 'The contract has ended.' }, as),
    approve: decide('approveRequest'),
    reject: decide('rejectRequest'),
    requestChanges: decide('requestChanges'),
    /** Approves them in one command. */
    decideAll: async (asked: Asked[], as: Caller) => {
      const decisions = asked.map(({ approvalRequestId, subjectDigest }) => ({
        approvalRequestId,
        subjectDigest,
        verdict: 'APPROVE',
      }));
      return await send('decideRequests', `answers { ${requestParts} }`, { decisions }, as);
    },
    cancel: async ({ approvalRequestId }: Asked, as: Caller) =>
      await send('cancelRequest', requestParts, { approvalRequestId }, as),
    comment: async ({ approvalRequestId }: Asked, as: Caller, comment = 'For how long?', headers = {}) =>
      await send('commentOnRequest', commentParts, { approvalRequestId, comment }, as, headers),
  };
}

export function askedOf({ data, code }: Told): Asked {
  const access = data['productionAccess'] as
    | { applicationId: string; approvalRequest: { id: string; subjectDigest: string } }
    | undefined;
  if (!access) throw new Error(`Asking was refused: ${code}`);
  const { id: approvalRequestId, subjectDigest } = access.approvalRequest;
  return { applicationId: access.applicationId, approvalRequestId, subjectDigest };
}

function told(operation: string, { body }: Answer): Told {
  const [error] = body.errors ?? [];
  return {
    status: error?.extensions.status ?? 200,
    code: error?.extensions.code,
    message: error?.message,
    data: body.data?.[operation] ?? {},
  };
}
