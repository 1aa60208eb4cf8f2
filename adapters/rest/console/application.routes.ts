import { z } from 'zod';
import * as documents from '../../documents.generated.ts';
import { pageArgs, pageReply } from '../../http/page.ts';
import { route } from '../route.ts';
import { Application, CreateApplication, UpdateApplication } from '../../http/shapes/application.ts';
import { Reason, listOf, listQuery } from '../../http/shapes/common.ts';

const byId = z.object({ id: z.string() });

export const applicationRoutes = [
  route('GET', '/api/console/applications', documents.ApplicationsDocument, {
    credential: 'session',
    tag: 'Applications',
    summary: 'List the applications that are not deleted',
    query: listQuery,
    answer: listOf(Application),
    variables: ({ query }) => pageArgs(query),
    reply: pageReply,
  }),
  route('POST', '/api/console/applications', documents.CreateApplicationDocument, {
    credential: 'session',
    tag: 'Applications',
    summary: 'Create an application',
    body: CreateApplication,
    answer: Application,
    status: 201,
    variables: ({ body }) => ({ input: body }),
    reply: ({ application }) => application,
  }),
  route('GET', '/api/console/applications/:id', documents.ApplicationDocument, {
    credential: 'session',
    tag: 'Applications',
    summary: 'Read an application',
    params: byId,
    answer: Application,
    variables: ({ params }) => params,
    reply: (application) => application,
  }),
  route('PATCH', '/api/console/applications/:id', documents.UpdateApplicationDocument, {
    credential: 'session',
    tag: 'Applications',
    summary: 'Change an application',
    params: byId,
    body: UpdateApplication,
    answer: Application,
    variables: ({ params, body }) => ({ input: { ...body, ...params } }),
    reply: ({ application }) => application,
    errors: ['invalid_transition'],
  }),
  route('DELETE', '/api/console/applications/:id', documents.DeleteApplicationDocument, {
    credential: 'session',
    tag: 'Applications',
    summary: 'Delete an application; it can be restored for 30 days',
    params: byId,
    answer: Application,
    variables: ({ params }) => ({ input: params }),
    reply: ({ application }) => application,
    errors: ['invalid_transition'],
  }),
  route('POST', '/api/console/applications/:id/suspend', documents.SuspendApplicationDocument, {
    credential: 'session',
    tag: 'Applications',
    summary: 'Stop all keys of an application',
    params: byId,
    body: Reason.optional(),
    answer: Application,
    variables: ({ params, body }) => ({ input: { ...body, ...params } }),
    reply: ({ application }) => application,
    errors: ['invalid_transition'],
  }),
  route('POST', '/api/console/applications/:id/reactivate', documents.ReactivateApplicationDocument, {
    credential: 'session',
    tag: 'Applications',
    summary: 'End a suspension',
    params: byId,
    answer: Application,
    variables: ({ params }) => ({ input: params }),
    reply: ({ application }) => application,
    errors: ['invalid_transition'],
  }),
  route('POST', '/api/console/applications/:id/restore', documents.RestoreApplicationDocument, {
    credential: 'session',
    tag: 'Applications',
    summary: 'Restore a deleted application; its live keys stay revoked',
    params: byId,
    answer: Application,
    variables: ({ params }) => ({ input: params }),
    reply: ({ application }) => application,
    errors: ['invalid_transition'],
  }),
];
