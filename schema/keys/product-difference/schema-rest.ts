import { kindOf, report, under, type Effect } from './changes.ts';
import { constraintKeywords, isIdle, noteKeywords } from './schema-keywords.ts';
import { compareExactly, type Compared, type Pair } from './schema-pair.ts';
import { isSameText } from './schema-text.ts';

/** Keywords that other files compare. */
const elsewhere: ReadonlySet<string> = new Set(['items', 'prefixItems', 'anyOf']);

/** Compares the keywords that say something each for itself, and exactly those that nothing else compares. */
export function compareKeywords(compared: Compared): Pair[] {
  const { before, after } = compared;
  for (const keyword of new Set([...before.rest.keys(), ...after.rest.keys()])) {
    if (elsewhere.has(keyword)) continue;
    if (isIdle(keyword) || noteKeywords.has(keyword)) compareNote(compared, keyword);
    else if (constraintKeywords.has(keyword)) compareConstraint(compared, keyword);
    else compareExactly(compared, keyword);
  }
  return [];
}

function compareNote({ walk, place, before, after }: Compared, keyword: string): void {
  if (isSameText(before.rest.get(keyword), after.rest.get(keyword))) return;
  const at = under(place, keyword);
  // A field that a client sends becomes read-only, or one that it reads becomes write-only.
  const hidden = place.direction === 'REQUEST' ? 'readOnly' : 'writeOnly';
  const isHidden = keyword === hidden && after.rest.get(keyword) === true;
  if (noteKeywords.has(keyword))
    report(walk, isHidden ? 'BREAKING' : 'ADDITIVE', 'note_changed', at, keyword);
  else report(walk, 'WORDS', keyword === 'examples' ? 'examples_changed' : 'words_changed', at);
}

function compareConstraint({ walk, place, before, after }: Compared, keyword: string): void {
  const [one, other] = [before.rest.get(keyword), after.rest.get(keyword)];
  if (isSameText(one, other)) return;
  const at = under(place, keyword);
  if (one === undefined) report(walk, kindOf(place, 'NARROWED'), 'constraint_added', at, keyword);
  else if (other === undefined) report(walk, kindOf(place, 'WIDENED'), 'constraint_removed', at, keyword);
  else
    report(
      walk,
      kindOf(place, keyword === 'multipleOf' ? factorEffect(one, other) : 'CHANGED'),
      'constraint_changed',
      at,
      keyword,
    );
}

function factorEffect(before: unknown, after: unknown): Effect {
  if (!Number.isSafeInteger(before) || !Number.isSafeInteger(after)) return 'CHANGED';
  if (Number(after) % Number(before) === 0) return 'NARROWED';
  return Number(before) % Number(after) === 0 ? 'WIDENED' : 'CHANGED';
}
