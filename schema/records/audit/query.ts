import { AuditEntry } from '../../../db/models/audit.ts';
import { builder } from '../../kernel/builder.ts';
import { memberOf, type Context } from '../../kernel/context.ts';
import { enforce } from '../../kernel/limit.ts';
import { decodeCursor, invalidCursor, pageCost, pageOf, totalCount } from '../../kernel/page.ts';
import { AuditEntryType, OutcomeEnum } from './type.ts';
import { verifyChain } from './verify.ts';

const bySeq = { column: 'seq', cursor: ({ seq }: AuditEntry) => String(seq), form: /^[1-9]\d{0,14}$/ };

builder.queryField('auditEntries', (t) =>
  t.connection(
    {
      type: AuditEntryType,
      nullable: true,
      description:
        'The audit log of the workspace: its actions and refusals, oldest first. Needs `audit:read`.',
      args: {
        action: t.arg.string({ description: 'Only entries of this action, such as `api_key.rotated`.' }),
        actorId: t.arg.id({
          description:
            'Only entries of this actor: the id of a member, also for an automation, of a person or of a key.',
        }),
        targetId: t.arg.id({ description: 'Only entries with this resource among their targets.' }),
        requestId: t.arg.string({
          description: 'Only entries of the request with this id, such as `req_…`.',
        }),
        outcome: t.arg({ type: OutcomeEnum, description: 'Only entries with this outcome.' }),
        since: t.arg({ type: 'DateTime', description: 'Only entries of this time or later.' }),
        until: t.arg({ type: 'DateTime', description: 'Only entries before this time.' }),
      },
      authScopes: { can: 'audit:read' },
      complexity: pageCost,
      resolve: async (
        _root,
        { action, actorId, targetId, requestId, outcome, since, until, ...args },
        ctx,
      ) => {
        const query = AuditEntry.query(ctx.knex).where({ chain: memberOf(ctx).workspaceId });
        if (typeof action === 'string') void query.where({ action });
        if (typeof actorId === 'string') void query.whereRaw("actor ->> 'id' = ?", [actorId]);
        if (typeof targetId === 'string')
          void query.whereRaw('targets @> ?::jsonb', [JSON.stringify([{ id: targetId }])]);
        if (typeof requestId === 'string') void query.whereRaw("origin ->> 'requestId' = ?", [requestId]);
        if (outcome) void query.where({ outcome });
        if (since) void query.where('at', '>=', since);
        if (until) void query.where('at', '<', until);
        await assertGivenOut(ctx, args);
        return await pageOf(query, args, bySeq);
      },
    },
    { fields: (f) => ({ totalCount: f.int(totalCount) }) },
  ),
);

interface Cursors {
  after?: string | null | undefined;
  before?: string | null | undefined;
}

// Entries are numbered without gaps and never removed. Reading on from a cursor beyond the end would skip
// entries.
async function assertGivenOut(ctx: Context, { after, before }: Cursors) {
  for (const cursor of [after, before]) {
    if (typeof cursor !== 'string') continue;
    const seq = Number(decodeCursor(cursor, bySeq.form));
    const chain = memberOf(ctx).workspaceId;
    if (!(await AuditEntry.query(ctx.knex).findOne({ chain, seq }).select('id'))) throw invalidCursor();
  }
}

const VerificationType = builder
  .objectRef<Awaited<ReturnType<typeof verifyChain>>>('AuditVerification')
  .implement({
    description: 'Whether the workspace’s audit log is intact.',
    fields: (t) => ({
      valid: t.boolean({ resolve: ({ firstBad }) => firstBad === null }),
      checked: t.exposeInt('checked', { description: 'How many entries the server checked.' }),
      firstBadSeq: t.int({
        nullable: true,
        description: 'The number of the first entry that was changed, moved, inserted or removed.',
        resolve: ({ firstBad }) => firstBad?.seq ?? null,
      }),
      problem: t.string({ nullable: true, resolve: ({ firstBad }) => firstBad?.problem ?? null }),
      headHash: t.exposeString('headHash', { description: 'The hash of the last entry, in hex.' }),
      anchoredSeq: t.exposeInt('anchoredSeq', {
        nullable: true,
        description: 'The last entry that a signature outside the database covers. Null if none does yet.',
      }),
    }),
  });

builder.queryField('auditVerification', (t) =>
  t.field({
    type: VerificationType,
    nullable: true,
    description:
      'Verifies the workspace’s audit log from its first entry, and names the first bad one. It also finds a ' +
      'removed end. Needs `audit:read`.',
    authScopes: { can: 'audit:read' },
    // So expensive that one operation can contain only one.
    complexity: 600,
    resolve: async (_root, _args, ctx) => {
      const { workspaceId } = memberOf(ctx);
      await enforce(ctx, 'audit_verification', workspaceId);
      return await verifyChain(ctx, workspaceId);
    },
  }),
);
