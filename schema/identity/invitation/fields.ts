import type { Invitation } from '../../../db/models/invitation.ts';
import type { SchemaTypes } from '../../kernel/builder.ts';
import { InvitationType } from './type.ts';

type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;

export function invitationFields<Parent extends { invitation: Invitation }>(
  t: PothosSchemaTypes.ObjectFieldBuilder<Types, Parent>,
) {
  return { invitation: t.field({ type: InvitationType, resolve: (it) => it.invitation }) };
}
