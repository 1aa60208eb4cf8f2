import {
  ApiProductVersion,
  apiProductVersionStatuses,
  requestChecks,
} from '../../../db/models/api-product-version.ts';
import { Member } from '../../../db/models/member.ts';
import { builder, type SchemaTypes } from '../../kernel/builder.ts';
import { rowRef } from '../../kernel/row-type.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { notFound } from '../../values/errors.ts';
import { MemberType } from '../../identity/member/type.ts';
import { FindingType } from '../sandbox/type.ts';

const ApiProductVersionStatusEnum = builder.enumType('ApiProductVersionStatus', {
  values: apiProductVersionStatuses,
});

export const RequestChecksEnum = builder.enumType('RequestChecks', { values: requestChecks });

const OperationType = builder
  .objectRef<ApiProductVersion['operations'][number]>('ApiProductOperation')
  .implement({
    description: 'One operation of a version, as its document describes it.',
    fields: (t) => ({
      operationId: t.exposeString('operationId', {
        description: 'The operation’s id in the document, otherwise its method and path.',
      }),
      method: t.exposeString('method'),
      path: t.exposeString('path', { description: 'The template, such as `/orders/{id}`.' }),
      title: t.exposeString('title'),
    }),
  });

export const ChangeType = builder
  .objectRef<ApiProductVersion['changes'][number]>('ApiProductChange')
  .implement({
    description: 'A difference between two versions of an API product.',
    fields: (t) => ({
      kind: t.exposeString('kind', { description: '`BREAKING`, `ADDITIVE` or `WORDS`.' }),
      pointer: t.exposeString('pointer', {
        description: 'The position among the operations, as a JSON pointer (RFC 6901).',
      }),
      code: t.exposeString('code'),
      message: t.exposeString('message'),
    }),
  });

const UpstreamType = builder.objectRef<ApiProductVersion>('ApiProductUpstream').implement({
  description: 'Where the live calls of a version go.',
  fields: (t) => ({
    url: t.string({ resolve: ({ upstreamUrl }) => upstreamUrl ?? '' }),
    credentialReferenceId: t.id({
      nullable: true,
      description: 'The credential that the server adds.',
      resolve: ({ upstreamReferenceId }) => upstreamReferenceId,
    }),
    apiKeyHeader: t.string({
      nullable: true,
      description: 'The header of a credential of the kind API_KEY.',
      resolve: ({ upstreamHeader }) => upstreamHeader,
    }),
  }),
});

export const ApiProductVersionType = rowRef<ApiProductVersion>(
  ApiProductVersion,
  'ApiProductVersion',
).implement({
  description: 'A version of an API product. It never changes once it is published; only its status does.',
  fields: (t) => ({
    id: t.exposeID('id'),
    productId: t.exposeID('productId'),
    major: t.exposeInt('major'),
    number: t.exposeInt('number', { description: 'Counted from 1 in each major.' }),
    title: t.exposeString('title', { description: 'The title in its document.' }),
    label: t.exposeString('label', { description: 'The version in its document. It has no effect.' }),
    status: t.expose('status', { type: ApiProductVersionStatusEnum }),
    requestChecks: t.expose('requestChecks', {
      type: RequestChecksEnum,
      description: 'Whether a request that does not conform is refused, or only reported.',
    }),
    upstream: t.field({
      type: UpstreamType,
      nullable: true,
      description: 'Where live calls go. Null if the workspace serves them itself.',
      resolve: (version) => (version.upstreamUrl === null ? null : version),
    }),
    digest: t.string({
      description: 'SHA-256, in hexadecimal digits, over everything that decides how the version behaves.',
      resolve: ({ digest }) => digest.toString('hex'),
    }),
    operations: t.field({
      type: [OperationType],
      description: 'At most 500, in the order of the document.',
      resolve: async (version, _args, ctx) => (await whole(version, ctx)).operations,
    }),
    findingCount: t.exposeInt('findingCount'),
    findings: t.field({
      type: [FindingType],
      description:
        'The parts of the document that the server left out or cannot use, and why: the first 500.',
      resolve: async (version, _args, ctx) => (await whole(version, ctx)).findings,
    }),
    changes: t.field({
      type: [ChangeType],
      description: 'The differences from the version before it in its major, as of its publication.',
      resolve: async (version, _args, ctx) => (await whole(version, ctx)).changes,
    }),
    publishedAt: t.expose('publishedAt', { type: 'DateTime', nullable: true }),
    retiresAt: t.expose('retiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Until when a deprecated version is served at least.',
    }),
    retiredAt: t.expose('retiredAt', { type: 'DateTime', nullable: true }),
    createdBy: t.field({
      type: MemberType,
      nullable: true,
      resolve: async ({ createdBy }, _args, ctx) => await ctx.load(Member, createdBy),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    rowVersion: t.exposeInt('rowVersion'),
  }),
});

/** The columns of a version in lists, without the large ones. */
export const listedColumns = [
  'id',
  'workspaceId',
  'productId',
  'major',
  'number',
  'title',
  'label',
  'digest',
  'requestChecks',
  'upstreamUrl',
  'upstreamReferenceId',
  'upstreamHeader',
  'status',
  'findingCount',
  'publishedAt',
  'retiresAt',
  'retiredAt',
  'createdBy',
  'createdAt',
  'updatedAt',
  'rowVersion',
] as const;

// A list reads no large columns; they are read once a client asks for them.
async function whole(
  version: ApiProductVersion,
  ctx: SchemaTypes['Context'],
): Promise<Pick<ApiProductVersion, 'operations' | 'findings' | 'changes'>> {
  const { operations } = version as Partial<ApiProductVersion>;
  if (operations) return version;
  const row = await ctx.load(ApiProductVersion, version.id);
  if (!row) throw notFound(ctx, 'API product version');
  return row;
}

type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;

/** The input fields of a mutation that names a version. */
export function versionInputs(t: PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>) {
  return {
    ...rowFields(t, 'The version.'),
    productId: t.id({ description: 'If given, a version of another product is not found.' }),
  };
}

export function versionFieldsOf<Parent extends { apiProductVersion: ApiProductVersion }>(
  t: PothosSchemaTypes.ObjectFieldBuilder<Types, Parent>,
) {
  return {
    apiProductVersion: t.field({ type: ApiProductVersionType, resolve: (it) => it.apiProductVersion }),
  };
}
