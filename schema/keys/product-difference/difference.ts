import type { DescribedOperation } from '../../kernel/ports/product-descriptions.ts';
import { pointerOf } from '../../values/pointer.ts';
import { compareAnswers } from './answers-difference.ts';
import {
  changeOf,
  maxParts,
  report,
  shown,
  TooLarge,
  type Change,
  type ChangeKind,
  type Walk,
} from './changes.ts';
import { pairsOf } from './keyed.ts';
import { compareRequests } from './request-difference.ts';

/** The maximum number of changes in a result. */
export const maxChanges = 500;

const order: readonly ChangeKind[] = ['BREAKING', 'ADDITIVE', 'WORDS'];

/**
 * Returns the changes between two versions of an API product, the breaking ones first. Only the records count:
 * the order of properties, operations and media types does not, nor do the samples made from schemas.
 * If there are more than the maximum, the last entry, `more_changes`, has the number of
 * the others and the gravest of their kinds.
 */
export function differenceOf(
  before: readonly DescribedOperation[],
  after: readonly DescribedOperation[],
): Change[] {
  const walk: Walk = { changes: [], partsLeft: maxParts };
  try {
    for (const [id, one, other] of pairsOf(before, after, ({ operationId }) => operationId))
      compareOperation(walk, id, one, other);
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    walk.changes.unshift(changeOf('BREAKING', 'too_large_to_compare', error.place));
  }
  return shortened(order.flatMap((kind) => walk.changes.filter((change) => change.kind === kind)));
}

function compareOperation(
  walk: Walk,
  id: string,
  before: DescribedOperation | undefined,
  after: DescribedOperation | undefined,
): void {
  const pointer = pointerOf(['operations', id]);
  const at = (member = '') => ({
    pointer: pointer + member,
    subject: shown(id),
    direction: 'REQUEST' as const,
  });
  if (!before) report(walk, 'ADDITIVE', 'operation_added', at());
  if (!after) report(walk, 'BREAKING', 'operation_removed', at());
  if (!before || !after) return;
  if (before.method !== after.method)
    report(walk, 'BREAKING', 'method_changed', at('/method'), shown(after.method));
  if (before.path !== after.path) report(walk, 'BREAKING', 'path_changed', at('/path'), shown(after.path));
  for (const member of ['title', 'description'] as const)
    if (before[member] !== after[member])
      report(walk, 'WORDS', 'words_changed', {
        ...at(`/${member}`),
        subject: `operation ${shown(id)}`,
      });
  compareRequests(walk, pointer, before, after);
  compareAnswers(walk, pointer, before.answers, after.answers);
}

function shortened(changes: Change[]): Change[] {
  const left = changes.slice(maxChanges - 1);
  const [gravest] = left;
  if (!gravest || left.length === 1) return changes;
  const place = { pointer: '', subject: '', direction: 'REQUEST' } as const;
  return [
    ...changes.slice(0, maxChanges - 1),
    changeOf(gravest.kind, 'more_changes', place, String(left.length)),
  ];
}
