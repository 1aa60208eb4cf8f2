import type { Connector } from '../../../db/models/connector.ts';
import type { DescribedScheme } from '../../kernel/ports/descriptions.ts';
import { validationFailed, type Finding } from '../../values/errors.ts';
import { fillOf, type Holder } from '../gateway/fills.ts';
import { quoted, schemeText } from '../gateway/ways.ts';
import { didYouMean } from '../../values/did-you-mean.ts';
import type { Outline } from '../vault/outline.ts';

interface Placed {
  scheme: DescribedScheme;
  holder: Holder;
}

/**
 * Returns the parts with the schemes of their names. Throws `validation_failed` if a part has no scheme, or
 * another form than its scheme.
 */
export function placedParts(
  { schemes: given }: Pick<Connector, 'schemes'>,
  outline: Outline,
  pointer: string,
): Placed[] {
  const schemes = given as DescribedScheme[];
  const placed: Placed[] = [];
  const findings: Finding[] = [];
  const wrong = (message: string) => findings.push({ pointer, code: 'invalid', message });
  for (const [name, form] of Object.entries(outline)) {
    const scheme = schemes.find((one) => one.name === name);
    if (!scheme) wrong(unknown(name, schemes));
    else if ((form === 'PAIR') !== (scheme.kind === 'BASIC'))
      wrong(`has the part ${schemeText(scheme)}, which must be ${formOf(scheme)}`);
    else placed.push({ scheme, holder: { name, fills: [fillOf(scheme)] } });
  }
  if (findings.length > 0) throw validationFailed(findings);
  return placed;
}

function formOf({ kind }: DescribedScheme): string {
  return kind === 'BASIC' ? 'an object {username, password}' : 'a string';
}

function unknown(name: string, schemes: readonly DescribedScheme[]): string {
  const byParameter = schemes.find(
    (scheme) => scheme.kind === 'API_KEY' && scheme.parameter.toLowerCase() === name.toLowerCase(),
  );
  const nearest =
    byParameter?.name ??
    didYouMean(
      name,
      schemes.map((scheme) => scheme.name),
    );
  const meant = nearest === null ? '' : ` (did you mean ${quoted(nearest)}?)`;
  const all = schemes.slice(0, 10).map(schemeText).join(', ') || 'none';
  return `has a part ${quoted(name)}, which is not a scheme of the description${meant}; its schemes are ${all}`;
}
