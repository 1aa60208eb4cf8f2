import type { DescribedScheme } from '../../kernel/ports/descriptions.ts';

/** Of how much is told what it is: a description may go on for long. */
const maxAlternatives = 5;
const maxSchemes = 5;
const maxNameLength = 60;

/** A scheme by its name, and where it goes. */
export function schemeInWords(scheme: DescribedScheme): string {
  return `${quoted(scheme.name)} (${placeInWords(scheme)})`;
}

function placeInWords(scheme: DescribedScheme): string {
  switch (scheme.kind) {
    case 'API_KEY':
      return `the ${{ header: 'header', query: 'query parameter', cookie: 'cookie' }[scheme.in]} ${short(scheme.parameter)}`;
    case 'BEARER':
      return 'a bearer token';
    case 'BASIC':
      return 'a user name and a password';
    default:
      return 'an access token';
  }
}

/** What suffices, each alternative by the names of its schemes; of one that is not described the name alone. */
export function alternativesInWords(
  alternatives: readonly (readonly string[])[],
  schemes: readonly DescribedScheme[],
): string {
  const told = alternatives.map((names) => namesInWords(names, schemes));
  return joined(told, '; or ', maxAlternatives);
}

/** Schemes by their names, together. */
export function namesInWords(names: readonly string[], schemes: readonly DescribedScheme[]): string {
  const told = names.map((name) => {
    const scheme = schemes.find((one) => one.name === name);
    return scheme ? schemeInWords(scheme) : quoted(name);
  });
  return joined(told, ' and ', maxSchemes);
}

function joined(words: readonly string[], between: string, most: number): string {
  const more = words.length > most ? [`${words.length - most} more`] : [];
  return [...words.slice(0, most), ...more].join(between);
}

export function quoted(name: string): string {
  return `\`${short(name)}\``;
}

// What a description calls something is in one line, however it is written there.
function short(name: string): string {
  const line = name.replaceAll(/\p{Cc}/gu, ' ');
  return line.length > maxNameLength ? `${line.slice(0, maxNameLength)}…` : line;
}
