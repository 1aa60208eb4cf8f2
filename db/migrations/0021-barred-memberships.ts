import type { Knex } from 'knex';

// More than one activation indicates a membership that was suspended or removed, and then restored.
// Memberships that their person only confirmed may match too; those people may have to sign in again.
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
