import {
  actorKinds,
  auditOutcomes,
  type Actor,
  type AuditEntry,
  type Origin,
  type Target,
} from '../../../db/models/audit.ts';
import { builder } from '../../kernel/builder.ts';
import { nameDescription, nameOf, type Named } from './names.ts';

export const OutcomeEnum = builder.enumType('AuditOutcome', { values: auditOutcomes });
const ActorKindEnum = builder.enumType('ActorKind', { values: actorKinds });

export const ActorType = builder.objectRef<Actor & Named>('Actor').implement({
  description: 'The actor.',
  fields: (t) => ({
    kind: t.expose('kind', { type: ActorKindEnum }),
    id: t.exposeID('id', { nullable: true, description: 'The id of the member, person or key.' }),
    personId: t.exposeID('personId', { nullable: true }),
    name: t.string({
      nullable: true,
      description: nameDescription,
      resolve: async (named, _args, ctx) => await nameOf(ctx, named),
    }),
  }),
});

const TargetType = builder.objectRef<Target & Named>('AuditTarget').implement({
  description: 'The subject of the action.',
  fields: (t) => ({
    type: t.exposeString('type'),
    id: t.exposeID('id'),
    name: t.string({
      nullable: true,
      description: nameDescription,
      resolve: async (named, _args, ctx) => await nameOf(ctx, named),
    }),
  }),
});

const OriginType = builder.objectRef<Origin>('AuditOrigin').implement({
  description: 'The request of the action.',
  fields: (t) => ({
    requestId: t.exposeString('requestId'),
    ip: t.exposeString('ip', { nullable: true }),
    userAgent: t.exposeString('userAgent', { nullable: true }),
  }),
});

export const AuditEntryType = builder.objectRef<AuditEntry>('AuditEntry').implement({
  description: 'One action or refusal. Entries never change, and each includes the hash of the one before.',
  fields: (t) => ({
    id: t.exposeID('id'),
    seq: t.exposeInt('seq', { description: 'Numbers the entries of the chain from 1, without gaps.' }),
    at: t.expose('at', { type: 'DateTime' }),
    action: t.exposeString('action'),
    outcome: t.expose('outcome', { type: OutcomeEnum }),
    actor: t.field({ type: ActorType, resolve: ({ actor, chain }) => ({ ...actor, workspaceId: chain }) }),
    targets: t.field({
      type: [TargetType],
      resolve: ({ targets, chain }) => targets.map((target) => ({ ...target, workspaceId: chain })),
    }),
    changes: t.expose('changes', {
      type: 'JSON',
      nullable: true,
      description: 'Each changed field, with its value before and after.',
    }),
    origin: t.field({ type: OriginType, resolve: ({ origin }) => origin }),
    reason: t.exposeString('reason', { nullable: true }),
    hash: t.string({
      description: 'SHA-256 over the previous hash and the RFC 8785 form of the entry, in hex.',
      resolve: ({ hash }) => hash.toString('hex'),
    }),
    previousHash: t.string({ resolve: ({ previousHash }) => previousHash.toString('hex') }),
  }),
});
