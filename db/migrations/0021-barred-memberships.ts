import type { Knex } from 'knex';

// Which memberships were given back is told by how often they began. Those that their person confirmed are among them, who
// may have to sign in once more.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table session add column barred_members text[] collate "C" not null default '{}';
    update session set barred_members = array(
      select id from member
      where member.person_id = session.person_id and activations > 1 and session.created_at < active_since);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table session drop column barred_members');
}
