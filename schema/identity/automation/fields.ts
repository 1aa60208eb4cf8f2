import type { AutomationCredential } from '../../../db/models/automation-credential.ts';
import type { Automation } from '../../../db/models/automation.ts';
import type { SchemaTypes } from '../../kernel/builder.ts';
import { shownFieldsOf, type Shown } from '../../kernel/proof-type.ts';
import { AutomationCredentialType } from './credential-type.ts';
import { AutomationType } from './type.ts';

type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;
type Fields<Parent> = PothosSchemaTypes.ObjectFieldBuilder<Types, Parent>;

export function automationFields<Parent extends { automation: Automation }>(t: Fields<Parent>) {
  return { automation: t.field({ type: AutomationType, resolve: (it) => it.automation }) };
}

export function credentialFields<Parent extends { automationCredential: AutomationCredential }>(
  t: Fields<Parent>,
) {
  return {
    automationCredential: t.field({
      type: AutomationCredentialType,
      resolve: (it) => it.automationCredential,
    }),
  };
}

/** The payload of creating or rotating a credential. */
export function shownFields<Parent extends Shown & { automationCredential: AutomationCredential }>(
  t: Fields<Parent>,
) {
  return { ...credentialFields(t), ...shownFieldsOf(t, (it) => it.automationCredential) };
}
