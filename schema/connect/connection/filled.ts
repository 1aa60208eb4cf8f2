import type { Connector } from '../../../db/models/connector.ts';
import type { CredentialReference } from '../../../db/models/credential-reference.ts';
import type { DescribedScheme } from '../../kernel/ports/descriptions.ts';
import { validationFailed } from '../../values/errors.ts';
import {
  fillOf,
  filling,
  fills,
  headerFill,
  lackText,
  pairFill,
  tokenFill,
  type Holder,
} from '../gateway/fills.ts';

/** The requirements of a connector: its schemes, and the lists of schemes that suffice together. */
export interface Asked {
  connector: Pick<Connector, 'schemes' | 'source'>;
  alternatives: readonly string[][];
}

/** The known properties of a sealed credential. */
export type Held = Pick<CredentialReference, 'kind' | 'parts'>;

/** Returns what a single secret fills; null if its header names are unknown. */
export function holderOf({ kind, parts }: Held, scheme: DescribedScheme | null): Holder | null {
  if (kind === 'CUSTOM') return parts && { fills: Object.keys(parts).map(headerFill) };
  if (kind === 'BASIC') return { fills: [pairFill] };
  if (kind === 'API_KEY') return { fills: scheme ? [fillOf(scheme)] : [] };
  return { fills: [tokenFill] };
}

/** Whether the holders suffice for any operation; true if no operation states a requirement. */
export function isFilled({ connector, alternatives }: Asked, holders: readonly Holder[]): boolean {
  const schemes = connector.schemes as DescribedScheme[];
  return alternatives.length === 0 || filling(alternatives, schemes, holders) !== null;
}

/** Throws `validation_failed`, with what is missing, if the holders suffice for no operation. */
export function assertFilled(asked: Asked, holders: readonly Holder[]): void {
  if (isFilled(asked, holders)) return;
  const schemes = asked.connector.schemes as DescribedScheme[];
  const { lack, sufficient } = lackText(asked.alternatives, schemes, holders);
  const message = `lacks ${lack}. The provider needs ${sufficient}. Write a credential reference with \`parts\` of these names`;
  throw validationFailed([{ pointer: '/credentialReferenceId', code: 'invalid', message }]);
}

/**
 * Returns a connector’s schemes. Filled ones keep their places, so a new description cannot redirect a
 * secret.
 */
export function placesOf(
  kept: readonly object[],
  { schemes }: Pick<Connector, 'schemes'>,
): DescribedScheme[] {
  const ours = kept as DescribedScheme[];
  const names = new Set(ours.map(({ name }) => name));
  return [...ours, ...(schemes as DescribedScheme[]).filter(({ name }) => !names.has(name))];
}

/** Returns the filled schemes as a connection stores them: with their places, without their texts. */
export function filledBy(schemes: readonly DescribedScheme[], holders: readonly Holder[]): object[] {
  return schemes
    .filter((scheme) => holders.some((one) => fills(one, scheme)))
    .map((scheme) =>
      scheme.kind === 'API_KEY'
        ? { name: scheme.name, kind: scheme.kind, in: scheme.in, parameter: scheme.parameter }
        : { name: scheme.name, kind: scheme.kind },
    );
}
