import type { Connector } from '../../../db/models/connector.ts';
import type { CredentialReference } from '../../../db/models/credential-reference.ts';
import type { DescribedScheme } from '../../kernel/ports/descriptions.ts';
import { validationFailed } from '../../values/errors.ts';
import {
  fillOf,
  filling,
  fills,
  headerFill,
  lackInWords,
  pairFill,
  tokenFill,
  type Holder,
} from '../gateway/fills.ts';

/** What a connector is asked with: its schemes, and which of them suffice together, as far as any operation says. */
export interface Asked {
  connector: Pick<Connector, 'schemes' | 'source'>;
  alternatives: readonly string[][];
}

/** A credential, by what is known of it while it is sealed. */
export type Held = Pick<CredentialReference, 'kind' | 'parts'>;

/** What a single secret fills; null where nobody noted its headers. */
export function holderOf({ kind, parts }: Held, scheme: DescribedScheme | null): Holder | null {
  if (kind === 'CUSTOM') return parts && { fills: Object.keys(parts).map(headerFill) };
  if (kind === 'BASIC') return { fills: [pairFill] };
  if (kind === 'API_KEY') return { fills: scheme ? [fillOf(scheme)] : [] };
  return { fills: [tokenFill] };
}

/** Whether what is held suffices for any operation; where none says what it asks for, anything does. */
export function isFilled({ connector, alternatives }: Asked, holders: readonly Holder[]): boolean {
  const schemes = connector.schemes as DescribedScheme[];
  return alternatives.length === 0 || filling(alternatives, schemes, holders) !== null;
}

/** Throws where it does not, with what is lacking. */
export function assertFilled(asked: Asked, holders: readonly Holder[]): void {
  if (isFilled(asked, holders)) return;
  const schemes = asked.connector.schemes as DescribedScheme[];
  const { lack, sufficient } = lackInWords(asked.alternatives, schemes, holders);
  const message = `lacks ${lack}. The provider needs ${sufficient}. Write a credential reference with \`parts\` of these names`;
  throw validationFailed([{ pointer: '/credentialReferenceId', code: 'invalid', message }]);
}

/** The schemes of a connector, each that a connection fills where it was then: what a description says later leads no secret after it. */
export function placesOf(
  kept: readonly object[],
  { schemes }: Pick<Connector, 'schemes'>,
): DescribedScheme[] {
  const ours = kept as DescribedScheme[];
  const names = new Set(ours.map(({ name }) => name));
  return [...ours, ...(schemes as DescribedScheme[]).filter(({ name }) => !names.has(name))];
}

/** The schemes that are filled, as a connection keeps them: by their places, without what is said about them. */
export function filledBy(schemes: readonly DescribedScheme[], holders: readonly Holder[]): object[] {
  return schemes
    .filter((scheme) => holders.some((one) => fills(one, scheme)))
    .map((scheme) =>
      scheme.kind === 'API_KEY'
        ? { name: scheme.name, kind: scheme.kind, in: scheme.in, parameter: scheme.parameter }
        : { name: scheme.name, kind: scheme.kind },
    );
}
