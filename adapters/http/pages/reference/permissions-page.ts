import { roles, type Role } from '../../../../db/models/member.ts';
import {
  holds,
  permissions,
  permits,
  type Permission,
} from '../../../../schema/kernel/access/permissions.ts';
import { paragraph, table, type Line, type Page } from './blocks.ts';

/** Returns the page of all permissions with the roles that hold them. */
export function permissionsPage(): Page {
  const rows = permissions.map((permission) => ({ id: permission, cells: cellsOf(permission) }));
  return {
    title: 'Permissions',
    name: 'permissions',
    query: '',
    blocks: [
      paragraph(`Each member has one role: ${roles.join(', ')}.`),
      paragraph(
        'A permission comes from the role alone. Some permissions only people use, whatever the role.',
      ),
      ...table(['Permission', 'Roles', 'Automations'], rows),
    ],
  };
}

function cellsOf(permission: Permission): Line[] {
  const holders = roles.filter((role) => holds(role, permission));
  const isOfPeople = !roles.some((role) => permits({ kind: 'AUTOMATION', role }, permission));
  return [[{ code: permission }], [namesOf(holders)], [isOfPeople ? 'no' : 'yes']];
}

function namesOf(holders: readonly Role[]): string {
  return holders.length === roles.length ? 'all' : holders.join(', ');
}
