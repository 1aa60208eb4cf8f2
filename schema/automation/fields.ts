import type { AutomationCredential } from '../../db/models/automation-credential.ts';
import type { Automation } from '../../db/models/automation.ts';
import type { SchemaTypes } from '../builder.ts';
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

export interface ShownCredential {
  automationCredential: AutomationCredential;
  /** Null of a public key, and when the answer is replayed for an Idempotency-Key. */
  secret: string | null;
  secretAlreadyReturned?: boolean;
}

/** The payload of whatever makes a credential. Spec §8: a secret is displayed only once. */
export function shownFields<Parent extends ShownCredential>(t: Fields<Parent>) {
  return {
    ...credentialFields(t),
    secret: t.string({
      nullable: true,
      description:
        'The secret, this once. Null of a public key, and when this answer repeats an earlier one for an ' +
        'Idempotency-Key.',
      resolve: (it) => it.secret,
    }),
    secretAlreadyReturned: t.boolean({
      description: 'Whether the secret was returned before, to the same Idempotency-Key.',
      resolve: ({ automationCredential: { kind }, secretAlreadyReturned = false }) =>
        kind === 'SECRET' && secretAlreadyReturned,
    }),
  };
}
