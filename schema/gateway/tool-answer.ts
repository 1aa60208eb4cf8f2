import { foreignJson } from '../foreign-json.ts';
import type { ToolAnswer } from '../outside.ts';
import type { Answered } from './answer.ts';

type Block = ToolAnswer['content'][number];

/**
 * What a tool says: its structured content, or else its texts. A single text that is an object or a list in JSON is taken
 * as that; several are joined by line feeds. Of pictures and the like there is the size.
 */
export function dataOfTool({ content, structuredContent }: ToolAnswer): Answered {
  if (structuredContent !== undefined) return { kind: 'JSON', data: structuredContent };
  if (content.length === 0) return { kind: 'NOTHING', data: null };
  const texts = content.map(textOf);
  if (!texts.every((text) => text !== null)) return { kind: 'BLOCKS', data: content.map(shownBlock) };
  const [only = '', ...others] = texts;
  const parsed = others.length === 0 && /^\s*[[{]/.test(only) ? foreignJson(only) : undefined;
  return parsed === undefined ? { kind: 'TEXT', data: texts.join('\n') } : { kind: 'JSON', data: parsed };
}

/** Of a text, and of a resource that is one. MCP 2025-11-25, tools: “Tool Result”. */
function textOf(block: Block): string | null {
  const { text } = block['type'] === 'resource' ? resourceIn(block) : block;
  return typeof text === 'string' && (block['type'] === 'text' || block['type'] === 'resource') ? text : null;
}

function shownBlock(block: Block): object {
  const text = textOf(block);
  if (text !== null) return { type: 'text', text };
  const { mimeType, data, blob, size } = block['type'] === 'resource' ? resourceIn(block) : block;
  const encoded = data ?? blob;
  return {
    type: block['type'],
    mimeType: typeof mimeType === 'string' ? mimeType : null,
    bytes:
      typeof encoded === 'string'
        ? Buffer.byteLength(encoded, 'base64')
        : Number.isSafeInteger(size)
          ? size
          : null,
  };
}

function resourceIn({ resource }: Block): Block {
  return typeof resource === 'object' && resource !== null ? (resource as Block) : {};
}
