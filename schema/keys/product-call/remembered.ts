import type { Context } from '../../kernel/context.ts';
import type { DescribedAnswer, DescribedOperation } from '../../kernel/ports/product-descriptions.ts';
import { refuse } from '../../values/errors.ts';
import { isObject, type JsonObject } from '../../values/foreign-values.ts';
import type { CallAnswer, SentCall } from '../../values/sent-call.ts';
import {
  changeObject,
  findObject,
  listObjects,
  removeObject,
  storeObject,
  type Collection,
} from '../application-sandbox/objects.ts';
import { preferred } from './accept.ts';
import { bodied, statusOf, successOf, valueOf } from './answer.ts';
import { digestFor, idsFrom, timesIn } from './generated.ts';
import { conforms, fitted, requiredFields, type Described } from './fit.ts';
import { mergePatched } from './merge-patch.ts';
import type { Role } from './resource.ts';
import { partOf, propertiesOf, typesOf } from './schema-types.ts';
import type { SandboxSnapshot, ServedVersion } from './snapshot.ts';

/** A call of an operation that works on a resource. */
export interface ResourceCall {
  applicationId: string;
  role: Role;
  operation: DescribedOperation;
  version: ServedVersion;
  call: SentCall;
  body: unknown;
  alter: (value: unknown) => unknown;
  sandbox: SandboxSnapshot['sandbox'];
}

/**
 * Answers by what the application has made in the sandbox. Returns null where the operation does not describe such an
 * answer. Throws `not_found` for an object that was never made.
 */
export async function rememberedAnswer(ctx: Context, given: ResourceCall): Promise<CallAnswer | null> {
  const { role, body } = given;
  switch (role.deed) {
    case 'CREATE':
      return isObject(body) ? await create(ctx, given, body) : null;
    case 'LIST':
      return await list(ctx, given);
    case 'READ':
      return await told(ctx, given, await findObject(ctx, ...itemOf(given)));
    case 'REMOVE':
      return (await removeObject(ctx, ...itemOf(given))) ? await told(ctx, given, {}) : notMade(given);
    default:
      return isObject(body) ? await change(ctx, given, body) : null;
  }
}

async function create(ctx: Context, given: ResourceCall, body: JsonObject): Promise<CallAnswer | null> {
  const { applicationId, operation, version, call, role, sandbox } = given;
  const { read, content, idName } = role.resource;
  const part = partOf(content.schema ?? {});
  const described = { operation: read, content, version };
  const digest = digestFor(ctx, applicationId, [
    sandbox.seed,
    sandbox.now.toISOString(),
    call.slug,
    call.major,
    operation.operationId,
    call.path,
    call.query,
    body,
  ]);
  const own = body[idName];
  const isOwn = typeof own === 'string' || typeof own === 'number';
  const ids = isOwn ? [own] : idsFrom(digest, propertiesOf(part).get(idName));
  const base = { ...requiredFields(content), ...timesIn(part, sandbox.now) };
  for (const id of ids) {
    const object = await fitted(ctx, described, { ...base, ...body, [idName]: id });
    if (object?.[idName] !== id) continue;
    await storeObject(ctx, collectionOf(given, call.path), String(id), object);
    const answer = await told(ctx, given, object);
    const location = `/v1/sandbox/products/${call.slug}/v${call.major}${call.path}/${encodeURIComponent(id)}`;
    return (
      answer && { ...answer, headers: { ...answer.headers, ...(answer.status === 201 && { location }) } }
    );
  }
  return null;
}

async function change(ctx: Context, given: ResourceCall, body: JsonObject): Promise<CallAnswer | null> {
  const { role, version } = given;
  const { read, content, idName } = role.resource;
  const described = { operation: read, content, version };
  const changed = await changeObject(ctx, ...itemOf(given), async (before) => {
    const id = { [idName]: before[idName] };
    const after =
      role.deed === 'PATCH'
        ? { ...mergePatched(before, body), ...id }
        : { ...requiredFields(content), ...body, ...id };
    return (await fitted(ctx, described, after)) ?? before;
  });
  return await told(ctx, given, changed);
}

async function list(ctx: Context, given: ResourceCall): Promise<CallAnswer | null> {
  const { operation, version, call } = given;
  const answer = successOf(operation);
  const content = answer && preferred(answer.contents, call.headers['accept']);
  if (!answer || !content?.schema) return null;
  const objects = await listObjects(ctx, collectionOf(given, call.path));
  const part = partOf(content.schema);
  const holder = [...propertiesOf(part)].find(([, property]) => typesOf(property)?.has('array'))?.[0];
  const whole = typesOf(part)?.has('array')
    ? objects
    : holder && { ...requiredFields(content), [holder]: objects };
  if (!whole || !(await conforms(ctx, { operation, content, version }, whole))) return null;
  return bodied(statusOf(answer), content, { value: given.alter(whole), isFit: true });
}

/** Returns the described success with the object, or the refusal if there is none. */
async function told(
  ctx: Context,
  given: ResourceCall,
  object: JsonObject | null,
): Promise<CallAnswer | null> {
  const { operation, version, call, alter } = given;
  if (!object) return notMade(given);
  const answer = successOf(operation);
  const content = answer && preferred(answer.contents, call.headers['accept']);
  if (!answer) return null;
  if (!content) return { status: statusOf(answer), headers: {}, body: null, conforms: true, ending: 'WHOLE' };
  const fit = await fitted(ctx, { operation, content, version } satisfies Described, object);
  return fit && bodied(statusOf(answer), content, { value: alter(fit), isFit: true });
}

function notMade({ operation, call, role }: ResourceCall): CallAnswer {
  const described: DescribedAnswer | undefined = operation.answers.find(({ status }) => status === '404');
  const content = described && preferred(described.contents, call.headers['accept']);
  if (content) return bodied(404, content, valueOf(content, undefined));
  const [collection = ''] = role.resource.read.path.split(/\/\{[^{}]*\}$/);
  throw refuse('not_found', `The sandbox holds nothing at this path. Make it first with POST ${collection}.`);
}

function itemOf(given: ResourceCall): [Collection, string] {
  const segments = given.call.path.split('/');
  return [collectionOf(given, segments.slice(0, -1).join('/')), decodeURIComponent(segments.at(-1) ?? '')];
}

function collectionOf({ applicationId, version, call }: ResourceCall, path: string): Collection {
  const { workspaceId } = version;
  return { workspaceId, applicationId, path: `${call.slug}/v${call.major}${decodeURI(path)}` };
}
