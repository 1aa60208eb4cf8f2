import { z } from 'zod';
import { storable } from './storable.ts';
import { turnsDirection, visible } from './visible.ts';

/** Parts that input formats are built from. Lengths count UTF-16 units. */

export const trimmed = z.string().trim();

export const atMost = (max: number, given: z.ZodString) =>
  given.max(max, `must have at most ${max} characters`);

export const between = (min: number, max: number, given: z.ZodString) =>
  atMost(max, given.min(min, min === 1 ? 'must not be empty' : `must have at least ${min} characters`));

export const stored = (given: z.ZodString) =>
  given.refine(storable, 'must not contain U+0000 or lone surrogates');

// Another person reads this text next to ours.
export const straight = (given: z.ZodString) =>
  given.refine(
    (text) => !turnsDirection(text),
    'must not contain characters that change the writing direction',
  );

export const line = (max: number) =>
  straight(
    between(1, max, trimmed).refine(
      (value) => storable(value) && !/\p{Cc}/u.test(value),
      'must not contain control characters',
    ),
  ).refine((value) => value === '' || visible(value) !== '', 'must have a visible character');

/** A text for a decision. The minimum length counts visible characters too. */
export const seen = (min: number, given: z.ZodString) =>
  straight(given.min(min, `must have at least ${min} characters`)).refine(
    (text) => text.length < min || visible(text).length >= min,
    `must have at least ${min} visible characters`,
  );
