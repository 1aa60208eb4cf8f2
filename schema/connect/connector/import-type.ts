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
    description: 'What of a description was left out, and why.',
    fields: (t) => ({
      pointer: t.exposeString('pointer', { description: 'Where it stands, as a JSON pointer (RFC 6901).' }),
      code: t.exposeString('code'),
      message: t.exposeString('message'),
    }),
  });

export const ConnectorImportType = builder.objectRef<ConnectorImport>('ConnectorImport').implement({
  description:
    'One reading of a provider’s description. The counts grow while it runs; those of a later import are its difference ' +
    'from what was known before.',
  fields: (t) => ({
    id: t.exposeID('id'),
    status: t.expose('status', { type: ConnectorImportStatusEnum }),
    sourceUrl: t.exposeString('sourceUrl', {
      nullable: true,
      description: 'Null for what was uploaded or is ready-made.',
    }),
    readyMade: t.exposeString('readyMade', {
      nullable: true,
      description: 'The id of the ready-made connector whose description was read, as it shipped then.',
    }),
    added: t.exposeInt('added', { description: 'Capabilities that were not known, or had been removed.' }),
    changed: t.exposeInt('changed', {
      description:
        'Known ones that are described in another way; where more than title and description differs, they are marked as drifted.',
    }),
    unchanged: t.exposeInt('unchanged'),
    removed: t.exposeInt('removed', { description: 'Known ones that the description has no more.' }),
    operations: t.exposeInt('operations', {
      nullable: true,
      description: 'Of the whole description, read or left out; null until it was read to its end.',
    }),
    findingCount: t.exposeInt('findingCount'),
    findings: t.field({
      type: [ConnectorFindingType],
      description: 'The first 500: of capabilities that were left out, then of parts of others.',
      resolve: ({ findings }) => findings,
    }),
    failureCode: t.exposeString('failureCode', { nullable: true }),
    failure: t.exposeString('failure', { nullable: true, description: 'Why it failed, and what helps.' }),
    requestedBy: t.field({
      type: MemberType,
      nullable: true,
      description: 'Null where nobody did: it was time, or a call found a difference.',
      resolve: async ({ requestedBy, isOwn }, _args, ctx) =>
        isOwn ? null : await ctx.load(Member, requestedBy),
    }),
    startedAt: t.expose('startedAt', { type: 'DateTime', nullable: true }),
    endedAt: t.expose('endedAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});
