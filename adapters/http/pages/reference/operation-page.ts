import { heading, paragraph, prose, section, type Block, type Inline, type Page } from './blocks.ts';
import { curlOf } from './curl.ts';
import { resolved, type Description, type Media, type Response } from './description.ts';
import { rowsOfErrors } from './error-rows.ts';
import { factsOf } from './facts.ts';
import { fieldsOf } from './fields.ts';
import { masked } from './masked.ts';
import type { Operation } from './operations.ts';
import { parameterBlocks } from './parameters.ts';
import { sampleRequest } from './request-sample.ts';
import { typescriptOf } from './typescript.ts';

/** Returns the page of one operation. */
export function operationPage(description: Description, operation: Operation): Page {
  const { id, method, path, summary, described } = operation;
  const request = sampleRequest(description, operation);
  return {
    title: summary,
    name: id,
    query: '',
    blocks: [
      { kind: 'endpoint', method, path },
      ...(described.description ? [paragraph(...prose(described.description))] : []),
      factsOf(description, operation),
      heading(2, 'Call it'),
      ...section(3, 'curl', [{ kind: 'sample', language: 'sh', text: curlOf(request) }]),
      ...section(3, 'TypeScript', [{ kind: 'sample', language: 'ts', text: typescriptOf(id, request) }]),
      ...parameterBlocks(description, described),
      ...bodyBlocks(description, operation),
      ...answerBlocks(description, operation),
      ...errorBlocks(operation),
    ],
  };
}

function bodyBlocks(description: Description, { described: { requestBody } }: Operation): Block[] {
  if (!requestBody) return [];
  const need = requestBody.required ? 'It is required.' : 'It may be left out.';
  return Object.entries(requestBody.content ?? {}).flatMap(([type, media]) => {
    const about = paragraph({ code: type }, `. ${need}`);
    return section(2, 'Request body', [about, ...mediaBlocks(description, media)]);
  });
}

function mediaBlocks(description: Description, { schema, example }: Media): Block[] {
  const text = JSON.stringify(masked(example), null, 2);
  return [
    ...fieldsOf(description, schema),
    ...(example === undefined
      ? []
      : [paragraph('Example:'), { kind: 'sample', language: 'json', text } as const]),
  ];
}

function answerBlocks(description: Description, { described: { responses = {} } }: Operation): Block[] {
  const all = Object.entries(responses).map(([status, it]) => [status, resolved(description, it)] as const);
  const told = all.filter(([, response]) => !isProblem(response));
  if (told.length === 0) return [];
  const answers = told.flatMap(([status, it]) => section(3, status, answerOf(description, it)));
  return section(2, 'Answers', answers);
}

function answerOf(description: Description, { description: text, content = {} }: Response): Block[] {
  return [
    ...(text ? [paragraph(...prose(text))] : []),
    ...Object.values(content).flatMap((media) => mediaBlocks(description, media)),
  ];
}

function isProblem({ content = {} }: Response): boolean {
  return Object.hasOwn(content, 'application/problem+json');
}

function errorBlocks({ described }: Operation): Block[] {
  const codes = described['x-error-codes'] ?? [];
  if (codes.length === 0) return [];
  const form: Inline = { text: 'Errors', page: 'errors' };
  const about = paragraph(
    'Each is ',
    { code: 'application/problem+json' },
    '. ',
    form,
    ' has its members and all codes.',
  );
  return section(2, 'Errors', [about, ...rowsOfErrors(codes)]);
}
