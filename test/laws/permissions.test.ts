import { describe, expect, it } from 'vitest';
import { roles } from '../../db/models/member.ts';
import { holds, permissions } from '../../schema/kernel/access/permissions.ts';
import { registeredKinds } from '../../schema/approvals/approval/kinds.ts';
import { schema } from '../../schema/index.ts';
import { codeOf, productFiles } from './source.ts';

const demands = productFiles
  .flatMap((file) => codeOf(file).match(/\bassertPermission\([^;]*;/g) ?? [])
  .join('');
const demanded = new Set(permissions.filter((permission) => demands.includes(`'${permission}'`)));

const fields = [schema.getQueryType(), schema.getMutationType()]
  .flatMap((type) => Object.values(type?.getFields() ?? {}))
  .map(({ name, description, extensions }) => {
    const { authScopes = {} } = extensions['pothosOptions'] as { authScopes?: Record<string, unknown> };
    const declared = new Set(Object.values(authScopes).flat());
    const told = permissions.filter((permission) => description?.includes(`\`${permission}\``));
    // Where the verb itself requires a permission, the field declares fewer than its description names.
    const asked = permissions.filter(
      (one) => declared.has(one) || (declared.has(true) && told.includes(one) && demanded.has(one)),
    );
    return { name, told, asked };
  });

/** The permissions that deciding a kind of approval requires in addition to those that its fields declare. */
const ofKinds = new Set(registeredKinds().map(({ deciding }) => deciding));

describe('a permission', () => {
  it.each(permissions)(
    '%s is granted to someone, and asked for by some field or kind of approval',
    (permission) => {
      expect(roles.some((role) => holds(role, permission))).toBe(true);
      expect(ofKinds.has(permission) || fields.some(({ asked }) => asked.includes(permission))).toBe(true);
    },
  );

  it.each(fields)('is told by $name as it is asked for', ({ told, asked }) => {
    expect(told).toEqual(asked);
  });
});
