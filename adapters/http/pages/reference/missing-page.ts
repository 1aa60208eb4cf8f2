import { didYouMean } from '../../../../schema/values/did-you-mean.ts';
import { refuse, type Refusal } from '../../../../schema/values/errors.ts';
import { paragraph, type Page } from './blocks.ts';

/** Returns the refusal of an unknown page. It names the most similar one. */
export function noPage(name: string, known: readonly string[]): Refusal {
  const near = didYouMean(name, known);
  const hint = near === null ? '' : ` Did you mean \`${near}\`?`;
  return refuse(
    'not_found',
    `The reference has no operation \`${name}\`.${hint} All are listed at /reference.`,
  );
}

/** Returns the same as a page, with a link to the most similar one and a search. */
export function missingPage(name: string, known: readonly string[]): Page {
  const near = didYouMean(name, known);
  return {
    title: 'Not found',
    name: '',
    query: '',
    blocks: [
      paragraph('The reference has no operation ', { code: name }, '.'),
      ...(near === null ? [] : [paragraph('Did you mean ', { text: near, page: near }, '?')]),
      paragraph({ text: 'List all operations', page: '' }, '.'),
    ],
  };
}
