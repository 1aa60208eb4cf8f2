import { Person } from '../../../db/models/person.ts';
import { Session } from '../../../db/models/session.ts';
import type { SchemaTypes } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { rowRef } from '../../kernel/row-type.ts';
import { PersonType } from '../person/type.ts';
import { accessTokenOf, type Grant } from './issue.ts';

export const SessionType = rowRef<Session>(Session, 'Session').implement({
  description: 'A sign-in on one device that has not ended.',
  fields: (t) => ({
    id: t.exposeID('id'),
    isCurrent: t.boolean({
      description: 'Whether this request uses it.',
      resolve: ({ id }, _args, { caller }) => caller.kind === 'PERSON' && caller.sessionId === id,
    }),
    authTime: t.expose('authTime', { type: 'DateTime', description: 'When the person authenticated.' }),
    amr: t.exposeStringList('amr', { description: 'How the person authenticated (RFC 8176).' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    lastRefreshedAt: t.expose('lastRefreshedAt', { type: 'DateTime' }),
    idleExpiresAt: t.expose('idleExpiresAt', {
      type: 'DateTime',
      description: 'When the session ends unless it is refreshed.',
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When the session ends in any case.' }),
    ip: t.string({
      nullable: true,
      description: 'Null for another person’s session.',
      resolve: (session, _args, ctx) => (isOwn(session, ctx) ? session.ip : null),
    }),
    userAgent: t.string({
      nullable: true,
      description: 'Null for another person’s session.',
      resolve: (session, _args, ctx) => (isOwn(session, ctx) ? session.userAgent : null),
    }),
    rowVersion: t.exposeInt('rowVersion'),
  }),
});

function isOwn({ personId }: Session, { caller }: Context): boolean {
  return caller.kind === 'PERSON' && caller.personId === personId;
}

type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;

/** The common fields of the payloads of sign-up, sign-in and refresh. Each token is shown only once. */
export function grantFields<Parent extends Grant>(t: PothosSchemaTypes.ObjectFieldBuilder<Types, Parent>) {
  return {
    accessToken: t.string({
      description:
        'A JWT for `Authorization: Bearer`. It contains no role: the server reads roles with each request.',
      resolve: async ({ session }, _args, ctx) => await accessTokenOf(ctx, session),
    }),
    refreshToken: t.string({
      description: 'Returns the next pair of tokens, once. A second use ends the session.',
      resolve: ({ refreshToken }) => refreshToken,
    }),
    tokenType: t.string({ resolve: () => 'Bearer' }),
    expiresIn: t.int({
      description: 'Seconds until the access token expires.',
      resolve: (_grant, _args, ctx) => ctx.settings.accessTokenTtlSeconds,
    }),
    session: t.field({ type: SessionType, resolve: ({ session }) => session }),
    person: t.field({
      type: PersonType,
      nullable: true,
      resolve: async ({ session }, _args, ctx) => await ctx.load(Person, session.personId),
    }),
  };
}
