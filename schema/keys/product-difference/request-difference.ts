import type {
  DescribedBody,
  DescribedOperation,
  DescribedParameter,
} from '../../kernel/ports/product-descriptions.ts';
import { pointerOf } from '../../values/pointer.ts';
import { report, shown, type Place, type Walk } from './changes.ts';
import { pairsOf } from './keyed.ts';
import { compareSchemas } from './schema-difference.ts';

/** Compares the parameters and the bodies of an operation. */
export function compareRequests(
  walk: Walk,
  pointer: string,
  before: DescribedOperation,
  after: DescribedOperation,
): void {
  for (const [, one, other] of pairsOf(before.parameters, after.parameters, keyOf))
    compareParameter(walk, pointer, one, other);
  compareBodies(walk, pointer, before.body, after.body);
}

// RFC 9110 §5.1: the names of headers are case-insensitive.
function keyOf({ in: where, name }: DescribedParameter): string {
  return pointerOf([where, where === 'header' ? name.toLowerCase() : name]);
}

function compareParameter(
  walk: Walk,
  operation: string,
  before: DescribedParameter | undefined,
  after: DescribedParameter | undefined,
): void {
  const known = before ?? after;
  if (!known) return;
  const pointer = operation + pointerOf(['parameters', known.in, known.name]);
  const path = shown(known.name);
  const place = placeOf(pointer, `parameter ${path}`, { noun: 'parameter', path });
  if (!after) report(walk, 'BREAKING', 'parameter_removed', place);
  else if (!before) {
    if (after.required) report(walk, 'BREAKING', 'required_parameter_added', place);
    else report(walk, 'ADDITIVE', 'parameter_added', place);
  } else {
    if (after.required && !before.required) report(walk, 'BREAKING', 'parameter_now_required', place);
    if (before.required && !after.required) report(walk, 'ADDITIVE', 'parameter_now_optional', place);
    if (before.style !== after.style || before.explode !== after.explode)
      report(walk, 'BREAKING', 'parameter_style_changed', place);
    compareSchemas(walk, before.schema, after.schema, place);
  }
}

function compareBodies(
  walk: Walk,
  operation: string,
  before: DescribedBody | null,
  after: DescribedBody | null,
): void {
  const pointer = `${operation}/body`;
  const place = placeOf(pointer, 'request body', { noun: 'request field', path: '' });
  if (before && !after) report(walk, 'BREAKING', 'body_removed', place);
  if (!before && after) {
    if (after.required) report(walk, 'BREAKING', 'required_body_added', place);
    else report(walk, 'ADDITIVE', 'body_added', place);
  }
  if (!before || !after) return;
  if (after.required && !before.required) report(walk, 'BREAKING', 'body_now_required', place);
  if (before.required && !after.required) report(walk, 'ADDITIVE', 'body_now_optional', place);
  const contents = pairsOf(before.contents, after.contents, ({ contentType }) => contentType);
  for (const [contentType, one, other] of contents) {
    const at = { ...place, pointer: pointer + pointerOf([contentType]) };
    if (one && other) compareSchemas(walk, one.schema, other.schema, at);
    else if (one) report(walk, 'BREAKING', 'request_media_type_removed', at, shown(contentType));
    else report(walk, 'ADDITIVE', 'request_media_type_added', at, shown(contentType));
  }
}

function placeOf(pointer: string, subject: string, names: Pick<Place, 'noun' | 'path'>): Place {
  return { pointer, subject, direction: 'REQUEST', depth: 0, isPart: false, ...names };
}
