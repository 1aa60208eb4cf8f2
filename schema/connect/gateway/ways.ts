import type { DescribedScheme } from '../../kernel/ports/descriptions.ts';

/** Limits for messages, since a description may be long. */
const maxAlternatives = 5;
const maxSchemes = 5;
const maxNameLength = 60;

/** Describes a scheme by its name and its place. */
export function schemeText(scheme: DescribedScheme): string {
  return `${quoted(scheme.name)} (${placeText(scheme)})`;
}

function placeText(scheme: DescribedScheme): string {
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

/** Describes the alternatives by the names of their schemes. Adds places only for described schemes. */
export function alternativesText(
  alternatives: readonly (readonly string[])[],
  schemes: readonly DescribedScheme[],
): string {
  const told = alternatives.map((names) => namesText(names, schemes));
  return joined(told, '; or ', maxAlternatives);
}

/** Describes schemes that are needed together. */
export function namesText(names: readonly string[], schemes: readonly DescribedScheme[]): string {
  const told = names.map((name) => {
    const scheme = schemes.find((one) => one.name === name);
    return scheme ? schemeText(scheme) : quoted(name);
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

// Messages have one line, so control characters become spaces.
function short(name: string): string {
  const line = name.replaceAll(/\p{Cc}/gu, ' ');
  return line.length > maxNameLength ? `${line.slice(0, maxNameLength)}…` : line;
}
