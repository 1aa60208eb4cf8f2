import { CreateWorkspaceDocument, MeDocument, WorkspacesDocument } from '../documents.generated.ts';
import { pageArgs, pageReply } from './page.ts';
import { route } from './route.ts';
import * as shapes from './shapes.ts';

const tag = 'Developer portal';

export const portalRoutes = [
  route('GET', '/api/developer-portal/me', MeDocument, {
    credential: 'session',
    tag,
    summary: 'Who calls, in which workspace, and what they may do there',
    answer: shapes.Me,
    variables: () => ({}),
    reply: (me) => me,
  }),
  route('GET', '/api/developer-portal/workspaces', WorkspacesDocument, {
    credential: 'session',
    tag,
    summary: 'List the workspaces of the caller',
    query: shapes.listQuery,
    answer: shapes.listOf(shapes.Workspace),
    variables: ({ query }) => pageArgs(query),
    reply: pageReply,
  }),
  route('POST', '/api/developer-portal/workspaces', CreateWorkspaceDocument, {
    credential: 'session',
    tag,
    summary: 'Make a further workspace',
    body: shapes.NameOnly,
    answer: shapes.Workspace,
    status: 201,
    variables: ({ body }) => ({ input: body }),
    reply: ({ workspace }) => workspace,
  }),
];
