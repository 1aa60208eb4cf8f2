import { Person } from '../../../db/models/person.ts';
import type { Session } from '../../../db/models/session.ts';
import { builder, type SchemaTypes } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { PersonType } from '../person/type.ts';
import { accessTokenOf, type Grant } from './issue.ts';

export const SessionType = builder.objectRef<Session>('Session').implement({
  description: 'A sign-in that has not ended, on one device.',
  fields: (t) => ({
    id: t.exposeID('id'),
    isCurrent: t.boolean({
      description: 'Whether this request was made with it.',
      resolve: ({ id }, _args, { caller }) => caller.kind === 'PERSON' && caller.sessionId === id,
    }),
    authTime: t.expose('authTime', { type: 'DateTime', description: 'When the person proved who they are.' }),
    amr: t.exposeStringList('amr', { description: 'How they did, in the words of RFC 8176.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    lastRefreshedAt: t.expose('lastRefreshedAt', { type: 'DateTime' }),
    idleExpiresAt: t.expose('idleExpiresAt', {
      type: 'DateTime',
      description: 'The session ends here unless it is refreshed before.',
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'The session ends here in any case.' }),
    ip: t.string({
      nullable: true,
      description: 'Null in somebody else’s session.',
      resolve: (session, _args, ctx) => (isOwn(session, ctx) ? session.ip : null),
    }),
    userAgent: t.string({
      nullable: true,
      description: 'Null in somebody else’s session.',
      resolve: (session, _args, ctx) => (isOwn(session, ctx) ? session.userAgent : null),
    }),
    rowVersion: t.exposeInt('rowVersion'),
  }),
});

function isOwn({ personId }: Session, { caller }: Context): boolean {
  return caller.kind === 'PERSON' && caller.personId === personId;
}

type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;

/** What the payloads of signing up, signing in and refreshing have in common. Each token is shown this once. */
export function grantFields<Parent extends Grant>(t: PothosSchemaTypes.ObjectFieldBuilder<Types, Parent>) {
  return {
    accessToken: t.string({
      description: 'A JWT for `Authorization: Bearer`. It carries no role: roles are read with each request.',
      resolve: async ({ session }, _args, ctx) => await accessTokenOf(ctx, session),
    }),
    refreshToken: t.string({
      description: 'Gives the next pair of tokens, once. Using it twice ends the session.',
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
