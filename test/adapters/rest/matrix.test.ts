import { Kind } from 'graphql';
import { describe, expect, it } from 'vitest';
import type { Route } from '../../../adapters/rest/route.ts';
import { routes } from '../../../adapters/rest/routes.ts';
import {
  cellOf,
  cellsOf,
  expected,
  isMutation,
  nameOf,
  oneOfEach,
  sharedIds,
  type Cell,
} from '../../schema/matrix.cells.ts';
import { rows } from '../../schema/matrix.inputs.ts';
import type { Ids } from '../../schema/matrix.place.ts';
import { matrixWorld, type MatrixCaller } from '../../schema/matrix.world.ts';
import { testApp, type Answer } from '../../support/app.ts';
import { textOf } from '../../support/trail.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
const { here, there, callers } = await matrixWorld(t);

const titled = routes.flatMap((route, turn) =>
  rows
    .filter(({ operation }) => operation === operationOf(route))
    .map((row) => ({
      route,
      row,
      turn,
      title: `${route.method} ${route.path}${row.of ? `, ${row.of}` : ''}`,
    })),
);

describe.each(titled)('$title', ({ route, row, turn }) => {
  it('spec §7: answers as the permission table says, missing and foreign alike to the byte', async () => {
    const cells = oneOfEach(cellsOf(row, callers), expectedOf(route), turn);
    const shared = await sharedIds(row, here, there);
    const answers = new Map<string, string>();
    const bodies = new Map<string, string>();

    // Those who are refused come first: they leave the subject as it is for the one who is not.
    for (const cell of cells.toSorted(
      (one, other) => Number(isAllowed(route, one)) - Number(isAllowed(route, other)),
    )) {
      const isFree = isAllowed(route, cell);
      const caller = row.spendsCaller && isFree ? await cell.caller.another() : cell.caller;
      const isAnew = isFree && (isMutation(row) || row.isOfCaller);
      const ids = isAnew ? await row.subject?.(here, caller) : shared[cell.which];
      const { status, body } = await send(route, caller, row.args(ids ?? {}), ids);
      answers.set(nameOf(cell), cellOf(status === route.status ? null : body));
      bodies.set(`${cell.which} ${answers.get(nameOf(cell))}`, textOf(body));
    }

    expect(Object.fromEntries(answers)).toEqual(
      Object.fromEntries(cells.map((cell) => [nameOf(cell), expectedOf(route)(cell)])),
    );
    const notFound = (which: string) => bodies.get(`${which} 404 not_found`);
    expect(notFound('foreign') ?? notFound('missing')).toBe(notFound('missing'));
    expect(notFound('missing') !== undefined).toBe(row.id !== undefined);
  });
});

describe('the matrix', () => {
  it('has an input row for every path', () => {
    expect(new Set(titled.map(({ route }) => route))).toEqual(new Set(routes));
  });
});

/** The credential is judged before the schema is asked. */
function expectedOf({ credential }: Route): (cell: Cell) => string {
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

function isAllowed(route: Route, cell: Cell): boolean {
  return expectedOf(route)(cell) === 'OK';
}

function operationOf({ document }: Route): string | undefined {
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const [root] = definition.selectionSet.selections;
    return root?.kind === Kind.FIELD ? root.name.value : undefined;
  }
  return undefined;
}

/** What a path calls by a shorter name than the operation's input. */
const otherNames: Record<string, string[]> = {
  keyId: ['id'],
  credentialId: ['id'],
  id: ['approvalRequestId', 'endpointId'],
  workspaceId: ['id'],
};

/** The operation's arguments as the path and the body that come to them. */
async function send(
  { method, path, body }: Route,
  caller: MatrixCaller,
  args: Record<string, unknown>,
  ids: Ids = {},
): Promise<Answer> {
  const { input, ...others } = args;
  const { ifRowVersion, ...fields } = (input ?? {}) as Record<string, unknown>;
  const left: Record<string, unknown> = { ...others, ...fields };
  // Pages have a usual size here, under another name.
  delete left['first'];
  const url = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const key = [name, ...(otherNames[name] ?? [])].find((each) => each in left) ?? name;
    // What the path says beside, of the same subject.
    const value = key in left ? String(left[key]) : (ids[name] ?? '');
    delete left[key];
    return value;
  });
  return await t.rest(method, url, {
    as: caller.token,
    workspace: caller.workspace,
    ...(ifRowVersion !== undefined && { headers: { 'if-match': `"v${JSON.stringify(ifRowVersion)}"` } }),
    ...(body && { body: left }),
  });
}
