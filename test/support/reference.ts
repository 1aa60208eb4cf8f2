import type { Description } from '../../adapters/http/pages/reference/description.ts';
import { htmlOf } from '../../adapters/http/pages/reference/html.ts';
import { markdownOf } from '../../adapters/http/pages/reference/markdown.ts';
import { referenceOf } from '../../adapters/http/pages/reference/reference.ts';
import type { TestApp } from './app.ts';

/** Returns the description that the server serves. */
export async function servedDescription(t: TestApp): Promise<Description> {
  const { body } = await t.rest('GET', '/openapi.json');
  return body;
}

/** Renders every page of a reference in both forms, by its name; `list 2` is the second page of the list. */
export function renderedPages(description: Description): Map<string, { html: string; markdown: string }> {
  const reference = referenceOf(description);
  const pages = reference.names.map((name) => [name, reference.page(name)] as const);
  const lists = Array.from({ length: 100 }, (_, at) => {
    const page = reference.list({ query: '', number: at + 1 });
    return [`list ${at + 1}`, page] as const;
  });
  return new Map(
    [...pages, ...lists].flatMap(([name, page]) =>
      page ? [[name, { html: htmlOf(page), markdown: markdownOf(page) }] as const] : [],
    ),
  );
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** Returns the text of a page as a reader sees it: without navigation, form and link to the twin. */
export function textOfHtml(html: string): string {
  return html
    .replace(/^[^]*?<\/nav>/, '')
    .replaceAll(/<form[^]*?<\/form>|<p class="twin">[^]*?<\/p>/g, '')
    .replaceAll(/<\/?(?:code|a|b|wbr)\b[^>]*>/g, '')
    .replaceAll(/<[^>]*>/g, '\n')
    .replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? '');
}

/** Returns the text of Markdown, without its marks. */
export function textOfMarkdown(markdown: string): string {
  return markdown
    .replaceAll(/^(`{3,})\w+\n([^]*?)\n\1$/gm, '$2')
    .replaceAll(/\]\(\/[^)\s]*\)/g, ']')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1');
}

/** Returns the words of a text, each once, in alphabetical order. */
export function wordsIn(text: string): string[] {
  return [...new Set(text.match(/[\p{L}\p{N}_$]+/gu))].toSorted();
}
