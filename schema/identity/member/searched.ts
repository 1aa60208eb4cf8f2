import { searchable } from '../../kernel/searched.ts';

const ofPerson = (column: string) =>
  `(select person.${column} from person where person.id = member.person_id)`;

// The text search finds an automation as such, not also as a member.
searchable({
  type: 'member',
  needs: 'members:read',
  title: `coalesce(${ofPerson('name')}, (select automation.name from automation where automation.member_id = member.id))`,
  where: 'role',
  texts: [ofPerson('name'), ofPerson('email')],
  listed: "kind = 'HUMAN'",
  present: "status <> 'REMOVED'",
});
