import { z } from 'zod';
import * as documents from '../../documents.generated.ts';
import { pageArgs, pageReply } from '../../http/page.ts';
import { route } from '../route.ts';
import { listOf, listQuery } from '../../http/shapes/common.ts';
import { CreateProject, Project, UpdateProject } from '../../http/shapes/project.ts';

const tag = 'Projects';
const byId = z.object({ id: z.string() });

export const projectRoutes = [
  route('GET', '/api/console/projects', documents.ProjectsDocument, {
    credential: 'session',
    tag,
    summary: 'List the projects that are not deleted',
    query: listQuery,
    answer: listOf(Project),
    variables: ({ query }) => pageArgs(query),
    reply: pageReply,
  }),
  route('POST', '/api/console/projects', documents.CreateProjectDocument, {
    credential: 'session',
    tag,
    summary: 'Create a project',
    body: CreateProject,
    answer: Project,
    status: 201,
    variables: ({ body }) => ({ input: body }),
    reply: ({ project }) => project,
    errors: ['name_taken'],
  }),
  route('GET', '/api/console/projects/:id', documents.ProjectDocument, {
    credential: 'session',
    tag,
    summary: 'Read a project',
    params: byId,
    answer: Project,
    variables: ({ params }) => params,
    reply: (project) => project,
  }),
  route('PATCH', '/api/console/projects/:id', documents.UpdateProjectDocument, {
    credential: 'session',
    tag,
    summary: 'Change a project',
    params: byId,
    body: UpdateProject,
    answer: Project,
    variables: ({ params, body }) => ({ input: { ...body, ...params } }),
    reply: ({ project }) => project,
    errors: ['invalid_transition', 'name_taken'],
  }),
  route('DELETE', '/api/console/projects/:id', documents.DeleteProjectDocument, {
    credential: 'session',
    tag,
    summary: 'Delete a project',
    params: byId,
    answer: Project,
    variables: ({ params }) => ({ input: params }),
    reply: ({ project }) => project,
    errors: ['invalid_transition'],
  }),
];
