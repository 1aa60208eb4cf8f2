import { describe, expect, it } from 'vitest';
import { dataOfTool } from '../../../../schema/connect/gateway/tool-answer.ts';
import type { ToolAnswer } from '../../../../schema/kernel/ports/remote-tools.ts';

const answer = (...content: ToolAnswer['content']): ToolAnswer => ({
  content,
  structuredContent: undefined,
  isError: false,
});
const text = (said: unknown) => ({ type: 'text', text: said });

describe('the data of a tool’s answer', () => {
  it('is the structured content, regardless of the text', () => {
    expect(dataOfTool({ ...answer(text('{"b":2}')), structuredContent: { a: 1 } })).toEqual({
      kind: 'JSON',
      data: { a: 1 },
    });
  });

  it('lists the structured content first if there are pictures or links', () => {
    const image = { type: 'image', mimeType: 'image/png', data: 'AAECAw==' };

    expect(dataOfTool({ ...answer(text('{"a":1}'), image), structuredContent: { a: 1 } })).toEqual({
      kind: 'BLOCKS',
      data: [
        { type: 'structured', content: { a: 1 } },
        { ...image, bytes: 4 },
      ],
    });
  });

  // oxfmt-ignore
  it.each([
    ['nothing',                      [],                                         { kind: 'NOTHING', data: null }],
    ['a text',                       [text('Done.')],                            { kind: 'TEXT', data: 'Done.' }],
    ['an empty text',                [text('')],                                 { kind: 'TEXT', data: '' }],
    ['several texts',                [text('one'), text('two')],                 { kind: 'TEXT', data: 'one\ntwo' }],
    ['JSON in a text',               [text(' {"a":[1]}')],                       { kind: 'JSON', data: { a: [1] } }],
    ['a list in a text',             [text('[]\n')],                             { kind: 'JSON', data: [] }],
    ['a number, which is a text',    [text('12')],                               { kind: 'TEXT', data: '12' }],
    ['JSON in one of several',       [text('{"a":1}'), text('{}')],              { kind: 'TEXT', data: '{"a":1}\n{}' }],
    ['what only begins like JSON',   [text('[x]')],                              { kind: 'TEXT', data: '[x]' }],
    ['a million brackets',           [text('['.repeat(1_000_000))],              { kind: 'TEXT', data: '['.repeat(1_000_000) }],
    ['a resource that is a text',    [text('Read.'), { type: 'resource', resource: { uri: 'file:///a', text: 'a' } }],
                                                                                 { kind: 'TEXT', data: 'Read.\na' }],
    ['a picture',                    [text('See.'), { type: 'image', mimeType: 'image/png', data: 'AAECAw==' }],
                                                                                 { kind: 'BLOCKS', data: [text('See.'), { type: 'image', mimeType: 'image/png', bytes: 4, data: 'AAECAw==' }] }],
    ['a picture whose base64 has line breaks and no padding', [{ type: 'image', mimeType: 'image/png', data: 'AAEC\nAw' }],
                                                                                 { kind: 'BLOCKS', data: [{ type: 'image', mimeType: 'image/png', bytes: 4, data: 'AAECAw==' }] }],
    ['a picture whose base64 is none to the last digit', [{ type: 'image', mimeType: 'image/png', data: 'AAECAx' }],
                                                                                 { kind: 'BLOCKS', data: [{ type: 'image', mimeType: 'image/png', bytes: 4, data: null }] }],
    ['a resource that is no text',   [{ type: 'resource', resource: { mimeType: 'application/zip', blob: 'AAEC' } }],
                                                                                 { kind: 'BLOCKS', data: [{ type: 'resource', uri: null, mimeType: 'application/zip', bytes: 3, data: 'AAEC' }] }],
    ['a link',                       [{ type: 'resource_link', uri: 'https://a.example', size: 12 }],
                                                                                 { kind: 'BLOCKS', data: [{ type: 'resource_link', uri: 'https://a.example', name: null, title: null, mimeType: null, bytes: 12 }] }],
    ['what nobody knows',            [{ type: 'hologram', text: 'x', data: 3, mimeType: 4, size: 'many' }],
                                                                                 { kind: 'BLOCKS', data: [{ type: 'hologram', mimeType: null, bytes: null }] }],
    ['a text without one',           [text(3), { type: 'resource', resource: 'x' }],
                                                                                 { kind: 'BLOCKS', data: [{ type: 'text', mimeType: null, bytes: null }, { type: 'resource', mimeType: null, bytes: null }] }],
  ])('has the right kind: %s', (_what, content, said) => {
    expect(dataOfTool(answer(...content))).toEqual(said);
  });
});
