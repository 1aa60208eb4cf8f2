import { routes } from '../../adapters/rest/routes.ts';
import type { Route } from '../../adapters/rest/route.ts';
import { type TestApp } from './app.ts';
import { agentToken } from './agents.ts';
import { automationOf } from './automations.ts';
import { serviceCredential } from './instance.ts';
import { applicationWithKey, cast, type Cast } from './people.ts';

/** A resource for every path parameter, in a separate workspace. */
export interface Targets {
  cast: Cast;
  applicationId: string;
  keyId: string;
  secret: string;
  memberId: string;
  automationId: string;
  credentialId: string;
  /** The access token of an agent. */
  agent: string;
}

export async function targets(t: TestApp): Promise<Targets> {
  const people = await cast(t);
  const { memberId } = await people.as('DEVELOPER');
  const { automationId, credentialId } = await automationOf(t, people);
  const key = await applicationWithKey(t, people);
  const { owner, workspaceId: workspace } = people;
  const body = { name: 'agent' };
  const made = await t.rest('POST', '/api/console/mcp/credentials', { as: owner, workspace, body });
  const agent = await agentToken(t, { credentialId: made.body.id });
  return { cast: people, memberId, automationId, credentialId, agent, ...key };
}

/** Returns the route's path with ids that exist. */
export function pathOf(
  { path }: Pick<Route, 'path'>,
  { applicationId, keyId, memberId, automationId, credentialId }: Targets,
): string {
  return path
    .replace('/automations/:id', `/automations/${automationId}`)
    .replace(':automationId', automationId)
    .replace(':credentialId', credentialId)
    .replace('/members/:id', `/members/${memberId}`)
    .replace('/applications/:id', `/applications/${applicationId}`)
    .replace(':applicationId', applicationId)
    .replace(':keyId', keyId)
    .replace(':approvalRequestId', 'apr_01kaf5m2jcexxt5s6f3yq4z8rd')
    .replace(':id', 'ses_01kaf5m2jcexxt5s6f3yq4z8rd');
}

/** Returns the credential that the route accepts. */
export function credentialOf(
  { credential }: Route,
  { cast: { owner }, secret, agent }: Targets,
): string | undefined {
  return {
    none: undefined,
    session: owner.token,
    sandboxKey: secret,
    service: serviceCredential,
    mcp: agent,
  }[credential];
}

/** Returns the routes as rows for `it.each`, with titles `$method $path`. */
export function rowsWhere(keeps: (row: Route) => boolean = () => true) {
  return routes.filter(keeps).map((row) => ({ method: row.method, path: row.path, row }));
}
