import type { DescribedScheme } from '../../kernel/ports/descriptions.ts';
import { alternativesInWords, namesInWords } from './ways.ts';

type Place = Pick<Extract<DescribedScheme, { kind: 'API_KEY' }>, 'in' | 'parameter'>;

/** A place that a credential fills, and what it says there: anything, where somebody wrote the whole header. */
export interface Fill extends Place {
  says: 'KEY' | 'TOKEN' | 'PAIR' | 'ANYTHING';
}

/** A part of a credential, or all of one that has none, by the places that it fills. */
export interface Holder {
  /** Of a part: the scheme that it was given for. */
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

/** What fills a scheme, where it says and as it says. */
export function fillOf(scheme: DescribedScheme): Fill {
  if (scheme.kind === 'API_KEY') return { in: scheme.in, parameter: scheme.parameter, says: 'KEY' };
  return scheme.kind === 'BASIC' ? pairFill : tokenFill;
}

/** Whether a holder fills a scheme. A header that is described as a key may say a token; what is a token is no other key. */
export function fills({ fills: filled }: Holder, scheme: DescribedScheme): boolean {
  const wanted = fillOf(scheme);
  return filled.some(
    (fill) =>
      placeOf(fill) === placeOf(wanted) &&
      (fill.says === wanted.says || fill.says === 'ANYTHING' || wanted.says === 'KEY'),
  );
}

/** The same of a scheme that may not be known here: a credential of whole headers serves it as whoever wrote them knows how. */
function fillsNamed(holder: Holder, scheme: DescribedScheme | undefined): boolean {
  return scheme ? fills(holder, scheme) : holder.fills.some(({ says }) => says === 'ANYTHING');
}

function placeOf({ in: place, parameter }: Place): string {
  return `${place}:${place === 'header' ? parameter.toLowerCase() : parameter}`;
}

/** The first of the alternatives that the holders fill, as those that do; null where they fill none of them. */
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
  // What two parts would say in one place, only one of them says.
  const places = [...chosen].flatMap((one) => one.fills).map(placeOf);
  return new Set(places).size === places.length ? [...chosen] : null;
}

/** What is lacking to fill the nearest of the alternatives, and what suffices, in words that name no value. */
export function lackInWords(
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
    lack: namesInWords(nearest, schemes) || 'a separate place for each',
    sufficient: alternativesInWords(alternatives, schemes),
  };
}
