import { may, me } from '../app/me.ts';
import { useRead } from '../app/read.ts';
import { nameOf, wordsOf } from '../parts/actor.ts';
import { Choice } from '../parts/field.tsx';
import type { Refusal } from '../parts/refusal.ts';
import { ProductOwnersDocument } from './documents.generated.ts';

/** A choice of the active member who is responsible for a product. */
export function OwnerChoice({ value, refusal }: { value: string | undefined; refusal: Refusal | null }) {
  const { data } = useRead(ProductOwnersDocument, {}, { isPaused: !may('members:read') });
  const members = (data?.members?.edges ?? [])
    .map(({ node }) => node)
    .filter(({ status }) => status === 'ACTIVE');
  // The owner may have left.
  const isListed = members.some(({ id }) => id === value);
  return (
    <Choice
      // A select takes its value only once it has the option.
      key={data ? 'read' : 'waiting'}
      label="Owner"
      name="ownerId"
      hint="The member who is responsible for the product."
      options={[
        ...(isListed ? [] : [['', 'As it is'] as const]),
        ...members.map(
          (it) =>
            [it.id, `${it.id === me.value?.member?.id ? 'You' : nameOf(it)}, ${wordsOf(it.role)}`] as const,
        ),
      ]}
      value={isListed ? (value ?? '') : ''}
      isOptional
      refusal={refusal}
    />
  );
}
