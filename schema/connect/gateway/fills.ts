import type { DescribedScheme } from '../../kernel/ports/descriptions.ts';
import { alternativesText, namesText } from './ways.ts';

type Place = Pick<Extract<DescribedScheme, { kind: 'API_KEY' }>, 'in' | 'parameter'>;

/** A place that a credential fills, and the form of its value. ANYTHING is a header of a CUSTOM secret. */
export interface Fill extends Place {
  says: 'KEY' | 'TOKEN' | 'PAIR' | 'ANYTHING';
}

/** A part of a credential, or a single credential, with the places that it fills. */
export interface Holder {
  /** For a part, the scheme that it was given for. */
  name?: string | undefined;
  fills: readonly Fill[];
}

type Schemes = readonly DescribedScheme[];

const authorization: Place = { in: 'header', parameter: 'authorization' };
export const tokenFill: Fill = { ...authorization, says: 'TOKEN' };
export const pairFill: Fill = { ...authorization, says: 'PAIR' };

export function headerFill(name: string): Fill {
  return { in: 'header', parameter: name, says: 'ANYTHING' };
}

/** Returns the place and the form of value that satisfy a scheme. */
export function fillOf(scheme: DescribedScheme): Fill {
  if (scheme.kind === 'API_KEY') return { in: scheme.in, parameter: scheme.parameter, says: 'KEY' };
  return scheme.kind === 'BASIC' ? pairFill : tokenFill;
}

/**
 * Whether a holder satisfies a scheme. An API key scheme accepts any form; other schemes accept no API key.
 */
export function fills({ fills: filled }: Holder, scheme: DescribedScheme): boolean {
  const wanted = fillOf(scheme);
  return filled.some(
    (fill) =>
      placeOf(fill) === placeOf(wanted) &&
      (fill.says === wanted.says || fill.says === 'ANYTHING' || wanted.says === 'KEY'),
  );
}

/** Like `fills`, for a scheme that the description may lack. Only a CUSTOM secret satisfies such a scheme. */
function fillsNamed(holder: Holder, scheme: DescribedScheme | undefined): boolean {
  return scheme ? fills(holder, scheme) : holder.fills.some(({ says }) => says === 'ANYTHING');
}

function placeOf({ in: place, parameter }: Place): string {
  return `${place}:${place === 'header' ? parameter.toLowerCase() : parameter}`;
}

/** Returns the holders that satisfy the first possible alternative; null if they satisfy none. */
export function filling<One extends Holder>(
  alternatives: readonly (readonly string[])[],
  schemes: Schemes,
  holders: readonly One[],
): One[] | null {
  for (const names of alternatives) {
    const chosen = fillingAll(names, schemes, holders);
    if (chosen) return chosen;
  }
  return null;
}

function fillingAll<One extends Holder>(
  names: readonly string[],
  schemes: Schemes,
  holders: readonly One[],
): One[] | null {
  const chosen = new Set<One>();
  for (const name of names) {
    const scheme = schemes.find((one) => one.name === name);
    const fitting = holders.filter((one) => fillsNamed(one, scheme));
    const holder = fitting.find((one) => one.name === name) ?? fitting[0];
    if (!holder) return null;
    chosen.add(holder);
  }
  // Two parts cannot fill the same place.
  const places = [...chosen].flatMap((one) => one.fills).map(placeOf);
  return new Set(places).size === places.length ? [...chosen] : null;
}

/** Describes what the closest alternative lacks and what suffices, without any values. */
export function lackText(
  alternatives: readonly (readonly string[])[],
  schemes: Schemes,
  holders: readonly Holder[],
): { lack: string; sufficient: string } {
  const isLacking = (name: string) => {
    const scheme = schemes.find((one) => one.name === name);
    return !holders.some((one) => fillsNamed(one, scheme));
  };
  const [nearest = []] = alternatives
    .map((names) => names.filter(isLacking))
    .toSorted((one, other) => one.length - other.length);
  return {
    lack: namesText(nearest, schemes) || 'a separate place for each',
    sufficient: alternativesText(alternatives, schemes),
  };
}
