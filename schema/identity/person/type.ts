import { Person } from '../../../db/models/person.ts';
import { rowRef } from '../../kernel/row-type.ts';

/** The only fields of a person that are ever shown. */
export const shownOfPerson = ['id', 'name', 'email', 'emailVerifiedAt', 'createdAt'] as const;
export type ShownPerson = Pick<Person, (typeof shownOfPerson)[number]>;

export const PersonType = rowRef<ShownPerson>(Person, 'Person').implement({
  description: 'A human being with one account, who may be a member of many workspaces.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    email: t.exposeString('email'),
    emailVerified: t.boolean({ resolve: (person) => person.emailVerifiedAt !== null }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});
