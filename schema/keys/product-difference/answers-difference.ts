import type { DescribedAnswer, DescribedContent } from '../../kernel/ports/product-descriptions.ts';
import { pointerOf } from '../../values/pointer.ts';
import { report, shown, under, type Place, type Walk } from './changes.ts';
import { pairsOf } from './keyed.ts';
import { compareSchemas } from './schema-difference.ts';
import { isSameText } from './schema-text.ts';

/** Compares the answers of an operation. */
export function compareAnswers(
  walk: Walk,
  operation: string,
  before: readonly DescribedAnswer[],
  after: readonly DescribedAnswer[],
): void {
  for (const [status, one, other] of pairsOf(before, after, (answer) => answer.status)) {
    const place: Place = {
      pointer: operation + pointerOf(['answers', status]),
      subject: `answer ${shown(status)}`,
      direction: 'ANSWER',
      noun: 'response field',
      path: '',
      depth: 0,
      isPart: false,
    };
    if (one && other) compareAnswer(walk, place, one, other);
    else if (one) report(walk, 'BREAKING', 'status_removed', place);
    else report(walk, 'ADDITIVE', 'status_added', place);
  }
}

function compareAnswer(walk: Walk, place: Place, before: DescribedAnswer, after: DescribedAnswer): void {
  if (before.description !== after.description)
    report(walk, 'WORDS', 'words_changed', under(place, 'description'));
  const contents = pairsOf(before.contents, after.contents, ({ contentType }) => contentType);
  for (const [contentType, one, other] of contents) {
    const at: Place = { ...place, pointer: place.pointer + pointerOf([contentType]) };
    if (one && other) compareContent(walk, at, one, other);
    else if (one) report(walk, 'BREAKING', 'answer_media_type_removed', at, shown(contentType));
    else report(walk, 'ADDITIVE', 'answer_media_type_added', at, shown(contentType));
  }
}

function compareContent(walk: Walk, place: Place, before: DescribedContent, after: DescribedContent): void {
  if (!isSameText(before.examples, after.examples))
    report(walk, 'WORDS', 'examples_changed', under(place, 'examples'));
  // Without a schema, the answer may be anything.
  compareSchemas(walk, before.schema ?? true, after.schema ?? true, {
    ...place,
    subject: `body of the ${place.subject}`,
  });
}
