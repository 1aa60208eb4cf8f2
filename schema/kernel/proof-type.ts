import { keyAlgorithms, proofKinds, type Proof } from '../../db/models/proof.ts';
import { builder, type SchemaTypes } from './builder.ts';

type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;
type Fields<Parent> = PothosSchemaTypes.ObjectFieldBuilder<Types, Parent>;

const ProofKindEnum = builder.enumType('ProofKind', {
  description: 'How a program’s credential proves itself: by a secret or by a private key.',
  values: proofKinds,
});

export const KeyAlgorithmEnum = builder.enumType('KeyAlgorithm', {
  description: 'The algorithm that signs client assertions. The key determines it.',
  values: keyAlgorithms,
});

/** The public fields of a credential’s proof. */
export function proofFields<Parent extends Proof>(t: Fields<Parent>) {
  return {
    kind: t.field({ type: ProofKindEnum, resolve: ({ kind }) => kind }),
    prefix: t.string({
      nullable: true,
      description: 'The public part of the secret.',
      resolve: ({ prefix }) => prefix,
    }),
    lastFour: t.string({ nullable: true, resolve: ({ lastFour }) => lastFour }),
    algorithm: t.field({
      type: KeyAlgorithmEnum,
      nullable: true,
      resolve: ({ algorithm }) => algorithm,
    }),
    thumbprint: t.string({
      nullable: true,
      description: 'The thumbprint of the public key (RFC 7638, SHA-256).',
      resolve: ({ thumbprint }) => thumbprint,
    }),
  };
}

/** The secret in the answer to a creation or rotation of a credential. */
export interface Shown {
  /** Null for a public key, and in a replay for an Idempotency-Key. */
  secret: string | null;
  secretAlreadyReturned?: boolean;
}

/** Spec §8: a secret is displayed only once. */
export function shownFieldsOf<Parent extends Shown>(t: Fields<Parent>, proofOf: (parent: Parent) => Proof) {
  return {
    secret: t.string({
      nullable: true,
      description:
        'The secret, returned only once. Null for a public key, and when the server repeats an answer for an ' +
        'Idempotency-Key.',
      resolve: ({ secret }) => secret,
    }),
    secretAlreadyReturned: t.boolean({
      description: 'Whether an earlier request with the same Idempotency-Key already returned the secret.',
      resolve: (parent) => proofOf(parent).kind === 'SECRET' && (parent.secretAlreadyReturned ?? false),
    }),
  };
}
