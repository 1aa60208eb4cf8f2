import { Kind } from 'graphql';
import type { Route } from '../../../adapters/rest/route.ts';
import type { Answer, TestApp } from '../../support/app.ts';
import { expected, type Cell } from '../../schema/matrix.cells.ts';
import type { Ids } from '../../schema/matrix.place.ts';
import type { MatrixCaller } from '../../schema/matrix.world.ts';

export interface Sent {
  path: string;
  headers: Record<string, string>;
  body?: unknown;
}

/** Returns the expected answer; REST checks the kind of credential before the schema checks the caller. */
export function expectedOf({ credential }: Route): (cell: Cell) => string {
  return (cell) => {
    const { kind } = cell.caller;
    const hasAccessToken = kind === 'PERSON' || kind === 'AUTOMATION' || kind === 'AGENT';
    if (credential === 'none') return 'OK';
    if (credential === 'sandboxKey' && (hasAccessToken || kind === 'SERVICE'))
      return '401 credential_invalid';
    if (credential === 'service' && (hasAccessToken || kind === 'KEY')) return '401 credential_invalid';
    const isOfSession = kind === 'PERSON' || kind === 'AUTOMATION' || kind === 'ANONYMOUS';
    if (credential === 'session' && !isOfSession) return '401 session_invalid';
    if (credential === 'mcp' && kind !== 'AGENT' && kind !== 'ANONYMOUS') return '401 session_invalid';
    return expected(cell);
  };
}

export function operationOf({ document }: Route): string | undefined {
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const [root] = definition.selectionSet.selections;
    return root?.kind === Kind.FIELD ? root.name.value : undefined;
  }
  return undefined;
}

/** The names of inputs, by the path parameter that contains their value. */
const otherNames: Record<string, string[]> = {
  keyId: ['id'],
  credentialId: ['id'],
  id: ['approvalRequestId', 'connectionId', 'connectorId', 'endpointId', 'serverId'],
  workspaceId: ['id'],
};

/** Sends the operation’s arguments as path and body, after `spoil` has changed the request. */
export async function send(
  t: TestApp,
  { method, path, body, exported }: Route,
  caller: MatrixCaller,
  args: Record<string, unknown>,
  ids: Ids = {},
  spoil: (sent: Sent) => Sent = (sent) => sent,
): Promise<Answer> {
  const { input, ...others } = args;
  const { ifRowVersion, ...fields } = (input ?? {}) as Record<string, unknown>;
  const left: Record<string, unknown> = { ...others, ...fields };
  // Over REST, pages have a default size and the parameter has another name.
  delete left['first'];
  const url = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const key = [name, ...(otherNames[name] ?? [])].find((each) => each in left) ?? name;
    // A path parameter without an argument takes the id of the subject.
    const value = key in left ? String(left[key]) : (ids[name] ?? '');
    delete left[key];
    return value;
  });
  const headers = ifRowVersion === undefined ? {} : { 'if-match': `"v${JSON.stringify(ifRowVersion)}"` };
  const asked = exported ? { ...left, format: 'csv' } : left;
  const address = method === 'GET' ? withArguments(url, asked) : url;
  const { path: sentPath, ...sent } = spoil({ path: address, headers, ...(body && { body: left }) });
  return await t.rest(method, sentPath, { as: caller.token, workspace: caller.workspace, ...sent });
}

/** Adds the arguments of a GET that are not in its path. */
function withArguments(path: string, args: Record<string, unknown>): string {
  const texts = Object.entries(args).map(([name, value]) => [name, String(value)]);
  return texts.length > 0 ? withQuery(path, new URLSearchParams(texts).toString()) : path;
}

export function withQuery(path: string, query: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${query}`;
}
