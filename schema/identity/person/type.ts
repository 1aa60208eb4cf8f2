import type { Person } from '../../../db/models/person.ts';
import { builder } from '../../kernel/builder.ts';

/** The only fields of a person that are ever shown. */
export const shownOfPerson = ['id', 'name', 'email', 'emailVerifiedAt', 'createdAt'] as const;
export type ShownPerson = Pick<Person, (typeof shownOfPerson)[number]>;

export const PersonType = builder.objectRef<ShownPerson>('Person').implement({
  description: 'A human being with one account, who may be a member of many workspaces.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    email: t.exposeString('email'),
    emailVerified: t.boolean({ resolve: (person) => person.emailVerifiedAt !== null }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});
