import { foreignJson } from '../../values/foreign-json.ts';
import type { ToolAnswer } from '../../kernel/ports/remote-tools.ts';
import type { Answered } from './answer.ts';

type Block = ToolAnswer['content'][number];

/**
 * Returns the data of a tool’s answer: its structured content, otherwise its texts. A single text with a JSON
 * object or list becomes JSON; several texts are joined by line feeds. Media stay in base64, and links keep
 * their addresses. If such blocks accompany structured content, that content is the first block.
 */
export function dataOfTool({ content, structuredContent }: ToolAnswer): Answered {
  if (structuredContent !== undefined) return withStructure(content, structuredContent);
  if (content.length === 0) return { kind: 'NOTHING', data: null };
  const texts = content.map(textOf);
  if (!texts.every((text) => text !== null)) return { kind: 'BLOCKS', data: content.map(shownBlock) };
  const [only = '', ...others] = texts;
  const parsed = others.length === 0 && /^\s*[[{]/.test(only) ? foreignJson(only) : undefined;
  return parsed === undefined ? { kind: 'TEXT', data: texts.join('\n') } : { kind: 'JSON', data: parsed };
}

// Texts beside structured content repeat it for older clients (MCP 2025-11-25, tools).
function withStructure(content: readonly Block[], structured: unknown): Answered {
  const others = content.filter((block) => textOf(block) === null);
  if (others.length === 0) return { kind: 'JSON', data: structured };
  return { kind: 'BLOCKS', data: [{ type: 'structured', content: structured }, ...others.map(shownBlock)] };
}

/**
 * Returns the text of a text block or a text resource, otherwise null. MCP 2025-11-25, tools: “Tool Result”.
 */
function textOf(block: Block): string | null {
  const { text } = block['type'] === 'resource' ? resourceIn(block) : block;
  return typeof text === 'string' && (block['type'] === 'text' || block['type'] === 'resource') ? text : null;
}

function shownBlock(block: Block): object {
  const text = textOf(block);
  if (text !== null) return { type: 'text', text };
  const { type } = block;
  const said = type === 'resource' ? resourceIn(block) : block;
  const mimeType = textIn(said, 'mimeType');
  if (type === 'resource_link') {
    const { size } = said;
    const [uri, name, title] = [textIn(said, 'uri'), textIn(said, 'name'), textIn(said, 'title')];
    return { type, uri, name, title, mimeType, bytes: Number.isSafeInteger(size) ? size : null };
  }
  const encoded = textIn(said, type === 'resource' ? 'blob' : 'data');
  const isKnown = type === 'image' || type === 'audio' || type === 'resource';
  if (encoded === null || !isKnown) return { type, mimeType, bytes: null };
  const uri = type === 'resource' ? { uri: textIn(said, 'uri') } : {};
  const bytes = Buffer.from(encoded, 'base64');
  return { type, ...uri, mimeType, bytes: bytes.length, data: sameAs(bytes, encoded) };
}

// Omits invalid base64: it changes when it is encoded again, so the search would not find a secret in it.
function sameAs(bytes: Buffer, encoded: string): string | null {
  const text = bytes.toString('base64');
  return digitsOf(text) === digitsOf(encoded) ? text : null;
}

function digitsOf(base64: string): string {
  return base64.replaceAll(/[\s=]/g, '');
}

function textIn(said: Block, name: string): string | null {
  const { [name]: value } = said;
  return typeof value === 'string' ? value : null;
}

function resourceIn({ resource }: Block): Block {
  return typeof resource === 'object' && resource !== null ? (resource as Block) : {};
}
