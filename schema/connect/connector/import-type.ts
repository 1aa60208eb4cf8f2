import { connectorImportStatuses, type ConnectorImport } from '../../../db/models/connector-import.ts';
import { Member } from '../../../db/models/member.ts';
import { builder } from '../../kernel/builder.ts';
import { MemberType } from '../../identity/member/type.ts';

const ConnectorImportStatusEnum = builder.enumType('ConnectorImportStatus', {
  values: connectorImportStatuses,
});

const ConnectorFindingType = builder
  .objectRef<ConnectorImport['findings'][number]>('ConnectorFinding')
  .implement({
    description: 'A part of a description that the import left out, and why.',
    fields: (t) => ({
      pointer: t.exposeString('pointer', { description: 'Its position, as a JSON pointer (RFC 6901).' }),
      code: t.exposeString('code'),
      message: t.exposeString('message'),
    }),
  });

export const ConnectorImportType = builder.objectRef<ConnectorImport>('ConnectorImport').implement({
  description:
    'One import of a provider’s description. Its counts grow while it runs. A later import counts the ' +
    'differences from the previous one.',
  fields: (t) => ({
    id: t.exposeID('id'),
    status: t.expose('status', { type: ConnectorImportStatusEnum }),
    sourceUrl: t.exposeString('sourceUrl', {
      nullable: true,
      description: 'Null for an uploaded or ready-made description.',
    }),
    readyMade: t.exposeString('readyMade', {
      nullable: true,
      description: 'The id of the imported ready-made connector.',
    }),
    added: t.exposeInt('added', { description: 'New capabilities, and returned ones.' }),
    changed: t.exposeInt('changed', {
      description:
        'Changed capabilities. If more than title and description changed, they are marked as drifted.',
    }),
    unchanged: t.exposeInt('unchanged'),
    removed: t.exposeInt('removed', { description: 'Capabilities that disappeared from the description.' }),
    operations: t.exposeInt('operations', {
      nullable: true,
      description:
        'All capabilities of the description, imported or left out. Null until the import has read all.',
    }),
    findingCount: t.exposeInt('findingCount'),
    findings: t.field({
      type: [ConnectorFindingType],
      description: 'The first 500: left out capabilities, then left out parts of others.',
      resolve: ({ findings }) => findings,
    }),
    failureCode: t.exposeString('failureCode', { nullable: true }),
    failure: t.exposeString('failure', { nullable: true, description: 'Why it failed, and what to do.' }),
    requestedBy: t.field({
      type: MemberType,
      nullable: true,
      description: 'Null if no member started it: the schedule did, or a call found a difference.',
      resolve: async ({ requestedBy, isOwn }, _args, ctx) =>
        isOwn ? null : await ctx.load(Member, requestedBy),
    }),
    startedAt: t.expose('startedAt', { type: 'DateTime', nullable: true }),
    endedAt: t.expose('endedAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});
