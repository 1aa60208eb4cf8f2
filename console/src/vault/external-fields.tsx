import { Area, Field } from '../parts/field.tsx';
import type { Refusal } from '../parts/refusal.ts';

/** Where an external vault has the secret. */
export function ExternalFields({ refusal }: { refusal: Refusal | null }) {
  return (
    <>
      <Field
        label="Name in the vault"
        name="externalName"
        hint="The path of the secret, such as team/github."
        refusal={refusal}
      />
      <Area
        label="Names of its fields"
        name="externalFields"
        hint='A JSON object that maps our names to the vault’s, such as {"token": "GITHUB_TOKEN"}.'
        rows={2}
        isOptional
        refusal={refusal}
      />
    </>
  );
}
