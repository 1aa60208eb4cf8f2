import { z } from 'zod';
import * as documents from '../../documents.generated.ts';
import { pageArgs, pageReply } from '../page.ts';
import { route } from '../route.ts';
import { listOf, listQuery } from '../shapes/common.ts';
import {
  EndProductionAccess,
  ProductionAccess,
  ProductionAccessRevision,
  SubmitProductionAccess,
} from '../shapes/production-access.ts';

const tag = 'Production access';
const base = '/api/console/applications/:applicationId/production-access' as const;
const params = z.object({ applicationId: z.string() });

export const productionAccessRoutes = [
  route('GET', base, documents.ProductionAccessDocument, {
    credential: 'session',
    tag,
    summary: 'Read how an application’s production access stands',
    params,
    answer: ProductionAccess,
    variables: ({ params: { applicationId } }) => ({ applicationId }),
    reply: (access) => access,
  }),
  route('GET', `${base}/revisions`, documents.ProductionAccessRevisionsDocument, {
    credential: 'session',
    tag,
    summary: 'List what was submitted, how it ended and what each submission changed',
    params,
    query: listQuery,
    answer: listOf(ProductionAccessRevision),
    variables: ({ params: { applicationId }, query }) => ({ applicationId, ...pageArgs(query) }),
    reply: pageReply,
  }),
  route('POST', `${base}/requests`, documents.RequestProductionAccessDocument, {
    credential: 'session',
    tag,
    summary: 'Ask for production access, which a different person decides',
    params,
    body: SubmitProductionAccess,
    answer: ProductionAccess,
    status: 201,
    variables: ({ params: { applicationId }, body }) => ({ input: { applicationId, ...body } }),
    reply: ({ productionAccess }) => productionAccess,
    errors: ['invalid_transition', 'no_eligible_approver'],
  }),
  route('POST', `${base}/resubmit`, documents.ResubmitProductionAccessDocument, {
    credential: 'session',
    tag,
    summary: 'Submit the next revision after changes were asked for',
    params,
    body: SubmitProductionAccess,
    answer: ProductionAccess,
    variables: ({ params: { applicationId }, body }) => ({ input: { applicationId, ...body } }),
    reply: ({ productionAccess }) => productionAccess,
    errors: ['invalid_transition', 'no_eligible_approver'],
  }),
  route('POST', `${base}/suspend`, documents.SuspendProductionAccessDocument, {
    credential: 'session',
    tag,
    summary: 'Stop the application’s live keys at once',
    params,
    body: EndProductionAccess,
    answer: ProductionAccess,
    variables: ({ params: { applicationId }, body }) => ({ input: { applicationId, ...body } }),
    reply: ({ productionAccess }) => productionAccess,
    errors: ['invalid_transition'],
  }),
  route('POST', `${base}/revoke`, documents.RevokeProductionAccessDocument, {
    credential: 'session',
    tag,
    summary: 'End production access and its live keys for good',
    params,
    body: EndProductionAccess,
    answer: ProductionAccess,
    variables: ({ params: { applicationId }, body }) => ({ input: { applicationId, ...body } }),
    reply: ({ productionAccess }) => productionAccess,
    errors: ['invalid_transition'],
  }),
];
