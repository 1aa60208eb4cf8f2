import { describe, expect, it } from 'vitest';
import type {
  DescribedOperation,
  Description,
} from '../../../../../adapters/http/pages/reference/description.ts';
import { referenceOf } from '../../../../../adapters/http/pages/reference/reference.ts';
import { renderedPages, textOfHtml, textOfMarkdown, wordsIn } from '../../../../support/reference.ts';

const names = [
  '<script>alert(1)</script>',
  '"onmouseover="alert(2)',
  "'><img src=x onerror=alert(3)>",
  '`code` </code></pre><svg onload=alert(4)>',
  '](javascript:alert(5)) | ``` <b>',
  '&lt;script&gt; &amp; \\<i>',
  '../../etc/passwd?x=#y',
  '# heading\n- item\n\n```sh\nend',
  '\u202eevil\u0000\ud800',
];

function operationOf(name: string): DescribedOperation {
  const schema = {
    type: name,
    format: name,
    description: name,
    examples: [name],
    pattern: name,
    default: name,
  };
  const body = {
    properties: { [name]: schema, mode: { enum: [name] }, kind: { const: name } },
    required: [name],
  };
  return {
    operationId: name,
    summary: name,
    description: name,
    tags: [name],
    servers: [{ url: name }],
    security: [{ [name]: [] }],
    parameters: [
      { name, in: 'query', required: true, description: name, schema },
      { name, in: 'header', required: true, schema },
      { name, in: name, schema },
    ],
    requestBody: { content: { [name]: { schema: body, example: { [name]: [name] } } } },
    responses: { [name]: { description: name, content: { [name]: { schema: body, example: name } } } },
    'x-required-permission': name,
    'x-required-scope': name,
    'x-error-codes': [name],
  };
}

const hostile: Description = {
  info: { title: names[0] ?? '', description: names.join(' ') },
  paths: Object.fromEntries(names.map((name) => [`/${name}/{${name}}`, { post: operationOf(name) }])),
  webhooks: Object.fromEntries(names.map((name) => [name, { post: operationOf(name) }])),
  components: { securitySchemes: Object.fromEntries(names.map((name) => [name, { description: name }])) },
};

describe('a description with hostile names', () => {
  const pages = renderedPages(hostile);

  it('has a page for each of them', () => {
    expect(names.filter((name) => !pages.has(name))).toEqual([]);
  });

  it('shows them as text in HTML: only elements and attributes of our own', () => {
    for (const [name, { html }] of pages) {
      const rest = html
        .replaceAll(/<style>[^]*?<\/style>|<!doctype html>/g, '')
        .replaceAll(/<(?:\/[a-z]\w*|[a-z]\w*(?:\s+[a-z-]+(?:="[^"<>]*")?)*\s*\/?)>/g, (tag) => {
          expect(tag, name).toMatch(
            /^<\/?(?:html|head|meta|title|link|script|body|main|nav|b|a|h[1-3]|p|code|wbr|dl|div|dt|dd|pre|table|thead|tbody|tr|th|td|ul|li|span|form|label|input|button|section)\b/,
          );
          const attributes = [...tag.replaceAll(/"[^"]*"/g, '').matchAll(/ ([a-z-]+)/g)].map(([, it]) => it);
          expect(
            attributes.filter((it) => it === 'style' || it?.startsWith('on')),
            name,
          ).toEqual([]);
          expect(tag, name).not.toMatch(/="javascript:|^<script(?! src="\/reference\/filter\.js" defer>)/);
          return '';
        });

      expect(rest, name).not.toMatch(/[<>]/);
    }
  });

  it('shows them as text in Markdown: no element, link or heading of theirs', () => {
    for (const [name, { markdown }] of pages) {
      const outside = markdown.replaceAll(/^(`{3,})\w+\n[^]*?\n\1$/gm, '');
      const text = outside.replaceAll(/\\[!-/:-@[-`{-~]/g, '').replaceAll(/(`+)(?!`)[^]*?(?<!`)\1(?!`)/g, '');

      expect(text, name).not.toMatch(/[<>]|\]\((?!\/(?:reference|openapi\.json))/);
      expect(outside, name).not.toMatch(/^(?:# heading|- item)/m);
    }
  });

  it('has the same words in both', () => {
    for (const [name, { html, markdown }] of pages)
      expect(wordsIn(textOfHtml(html)), name).toEqual(wordsIn(textOfMarkdown(markdown)));
  });

  it('has no line of /llms.txt beside one for each page', () => {
    const lines = referenceOf(hostile).llms().split('\n').filter(Boolean);

    expect(lines.filter((line) => !/^(?:# |> |## |- \[|The OpenAPI)/.test(line))).toEqual([]);
    expect(lines.filter((line) => line.startsWith('- ['))).toHaveLength(names.length + 4);
  });
});

describe('a description with 500 operations', () => {
  const ids = Array.from({ length: 500 }, (_, at) => `operation${at}`);
  const description: Description = {
    paths: Object.fromEntries(ids.map((operationId) => [`/${operationId}`, { get: { operationId } }])),
  };

  it('has ten pages of the list, and a page for each', () => {
    const pages = renderedPages(description);
    const lists = [...pages].filter(([name]) => name.startsWith('list '));

    expect(lists).toHaveLength(10);
    expect(ids.filter((id) => !pages.has(id))).toEqual([]);
    expect(lists[9]?.[1].html).toContain('operation499');
  });

  it('without any operation has one page of the list', () => {
    expect(referenceOf({}).list({ query: '', number: 1 })?.blocks).toHaveLength(3);
    expect(referenceOf({}).list({ query: '', number: 2 })).toBeNull();
  });
});
