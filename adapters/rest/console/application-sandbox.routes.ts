import { z } from 'zod';
import * as documents from '../../documents.generated.ts';
import { route } from '../route.ts';
import { ApplicationSandbox, ResetSandbox, SetSandboxClock } from '../../http/shapes/application-sandbox.ts';

const tag = 'API products';
const params = z.object({ applicationId: z.string() });
const path = '/api/console/applications/:applicationId/sandbox';

export const applicationSandboxRoutes = [
  route('GET', path, documents.ApplicationSandboxDocument, {
    credential: 'session',
    tag,
    summary: 'Read the sandbox of an application',
    params,
    answer: ApplicationSandbox,
    variables: (request) => request.params,
    reply: (sandbox) => sandbox,
  }),
  route('POST', `${path}/reset`, documents.ResetSandboxDocument, {
    credential: 'session',
    tag,
    summary: 'Delete everything that calls made in the sandbox of an application',
    params,
    body: ResetSandbox,
    answer: ApplicationSandbox,
    variables: (request) => ({ input: { ...request.body, ...request.params } }),
    reply: ({ sandbox }) => sandbox,
    errors: ['invalid_transition'],
  }),
  route('POST', `${path}/clock`, documents.SetSandboxClockDocument, {
    credential: 'session',
    tag,
    summary: 'Set the time in the sandbox of an application',
    params,
    body: SetSandboxClock,
    answer: ApplicationSandbox,
    variables: (request) => ({ input: { ...request.body, ...request.params } }),
    reply: ({ sandbox }) => sandbox,
    errors: ['invalid_transition'],
  }),
];
