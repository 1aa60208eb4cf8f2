/** The six statements that each store runs, with `$n` for their values. */
export const statements = {
  create: 'create table item (id text primary key, owner text not null, amount integer not null)',
  insert: 'insert into item (id, owner, amount) values ($1, $2, $3)',
  select: 'select * from item where id = $1',
  update: 'update item set amount = amount + 1 where id = $1',
  range: 'select * from item where owner = $1 order by id limit 20',
  remove: 'delete from item where id = $1',
} as const;
