import type { FastifySchema } from 'fastify';
import { z } from 'zod';
import { errorTable, type ErrorCode } from '../../schema/values/error-table.ts';
import {
  agentScopesOf,
  isForPeople,
  permissionsOfDocument,
  permissionText,
  takesRowVersion,
} from '../../schema/run.ts';
import { sessionHeader } from './cookie-session.ts';
import type { Route } from './route.ts';
import { exportContent } from './send-export.ts';
import { Problem } from '../http/shapes/problem.ts';

// spec §5: the credentials, as the description names them
export const securitySchemes = {
  session: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'The access token of a session, from sign-up, sign-in or refresh, or of an automation, from automation/token.',
  },
  service: {
    type: 'http',
    scheme: 'bearer',
    description: 'A credential of one of the operator’s own services, from the setting SERVICE_CREDENTIALS.',
  },
  mcp: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'The access token of an outside agent, from an MCP credential. Neither of its scopes implies the other.',
  },
  webhookSignature: {
    type: 'apiKey',
    in: 'header',
    name: 'webhook-signature',
    description:
      'Your receiver verifies it to know that the message comes from this server. The description of the header explains the signature.',
  },
  sandboxKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A sandbox key, `ak_sandbox_<prefix>_<secret>`. GET and HEAD need its scope `read`, other methods `write`.',
  },
} as const;

// Loose, since Fastify passes on the result of the schema, and the other headers are needed too.
const WorkspaceHeader = z.looseObject({
  'x-workspace-id': z
    .string()
    .optional()
    .meta({ description: 'The workspace to act in. By default the oldest active membership.' }),
});
const IdempotencyHeader = WorkspaceHeader.extend({
  'idempotency-key': z.string().optional().meta({
    description: '1 to 255 characters. For 24 hours, a repeated key returns the answer of the first request.',
  }),
});

const nothing = z.strictObject({});

const ifMatch = {
  'if-match': z
    .string()
    .optional()
    .meta({
      description:
        'The ETag of the version that you read, `"v<rowVersion>"`. If the version differs, the server changes nothing (`version_conflict`).',
      examples: ['"v1"'],
    }),
};

const ofCookie = {
  [sessionHeader]: z
    .literal('cookie')
    .optional()
    .meta({
      description:
        'Set by a page of this server, with its `Origin`. The refresh token is then in a cookie that scripts cannot read, and in no ' +
        'body. A refresh without the cookie answers 204.',
    }),
};

const noSession = z.null().meta({ description: 'The request has no cookie with a session.' });

/** Returns the schemas that Fastify checks, and the parts of the route's OpenAPI operation. */
export function descriptionOf(row: Route, { sandboxUrl, baseUrl }: { sandboxUrl: string; baseUrl: string }) {
  const { params, query, body, answer, accepted, status, credential, operationId, summary, tag, path } = row;
  const codes = codesOf(row);
  const permission = permissionText(row.document);
  const scope = row.method === 'GET' ? 'read' : 'write';
  return {
    operationId,
    summary,
    tags: [tag],
    ...(credential !== 'none' && { security: [{ [credential]: [] }] }),
    ...(credential === 'none' && { security: [] }),
    ...(path.startsWith('/v1/sandbox/') && sandboxUrl !== baseUrl && { servers: [{ url: sandboxUrl }] }),
    ...headersOf(row),
    ...(params && { params }),
    // A query on a route with a body was meant for the body, so it is refused.
    ...(query && { querystring: query }),
    ...(body && !query && credential !== 'sandboxKey' && { querystring: nothing }),
    ...(body && { body }),
    response: {
      [status]: row.exported
        ? { ...described(answer), content: exportContent }
        : described(answer, row.text?.type),
      ...(accepted && { 202: described(accepted.answer) }),
      ...(row.session === 'CONTINUE' && { 204: noSession }),
      ...problemsOf(codes),
    },
    ...(permission !== null && { 'x-required-permission': permission }),
    ...(credential === 'sandboxKey' && { 'x-required-scope': scope }),
    ...(credential === 'mcp' && { 'x-required-scope': agentScopesOf(row.document).join(' ') }),
    'x-error-codes': codes,
  } as FastifySchema;
}

/** Returns the schema of the headers that a route accepts beside its credential. */
function headersOf({ credential, method, document, session }: Route): { headers?: z.ZodObject } {
  if (session)
    return {
      headers: credential === 'session' ? IdempotencyHeader.extend(ofCookie) : z.looseObject(ofCookie),
    };
  if (credential !== 'session') return {};
  if (method === 'GET') return { headers: WorkspaceHeader };
  return { headers: takesRowVersion(document) ? IdempotencyHeader.extend(ifMatch) : IdempotencyHeader };
}

const always: ErrorCode[] = [
  'credential_in_url',
  'credential_malformed',
  'rate_limited',
  'internal_error',
  'service_unavailable',
];

/** Returns every code that the route can answer with: its own, and those that follow from its input. */
export function codesOf(row: Route): ErrorCode[] {
  const codes: ErrorCode[] = [...row.errors, ...always];
  if (row.credential === 'session')
    codes.push(
      'session_missing',
      'session_invalid',
      'session_expired',
      'automation_stopped',
      'workspace_access_denied',
    );
  if (row.session) codes.push('origin_not_allowed');
  if (isForPeople(row.document)) codes.push('person_required');
  if (row.credential === 'service') codes.push('credential_missing', 'credential_invalid');
  if (row.credential === 'mcp')
    codes.push(
      'credential_missing',
      'session_invalid',
      'session_expired',
      'mcp_credential_stopped',
      'workspace_inactive',
      'insufficient_scope',
    );
  if (row.credential === 'sandboxKey')
    codes.push(
      'credential_missing',
      'credential_invalid',
      'key_revoked',
      'key_expired',
      'wrong_environment',
      'application_suspended',
      'application_deleted',
      'workspace_inactive',
      'insufficient_scope',
    );
  if (permissionsOfDocument(row.document).length > 0) codes.push('permission_required');
  if (row.params) codes.push('not_found');
  if (takesRowVersion(row.document)) codes.push('version_conflict');
  if (row.query) codes.push('validation_failed', 'invalid_cursor');
  if (row.method !== 'GET') codes.push('unsupported_media_type', 'payload_too_large', 'validation_failed');
  if (row.body && row.credential !== 'sandboxKey') codes.push('invalid_request');
  if (row.method !== 'GET' && row.credential === 'session')
    codes.push('idempotency_in_progress', 'idempotency_key_reused', 'invalid_request');
  const all = Object.keys(errorTable) as ErrorCode[];
  return all.filter((code) => codes.includes(code));
}

function problemsOf(codes: ErrorCode[]): Record<number, unknown> {
  const byStatus = Map.groupBy(codes, (code) => errorTable[code][0]);
  return Object.fromEntries(
    [...byStatus].map(([status, list]) => [
      status,
      {
        description: list.map((code) => `\`${code}\``).join(', '),
        content: { 'application/problem+json': { schema: Problem } },
      },
    ]),
  );
}

function described(answer: z.ZodType, type = 'application/json') {
  return {
    description: answer.meta()?.description ?? 'Done.',
    content: { [type]: { schema: answer } },
  };
}
