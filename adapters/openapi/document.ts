import { LineCounter, parseDocument } from 'yaml';
import { DescriptionFailure } from '../../schema/kernel/ports/descriptions.ts';
import { isObject, own, type JsonObject } from '../../schema/values/foreign-values.ts';

/** A provider's document, within which references are followed. */
export interface ForeignDocument {
  root: JsonObject;
  /** Whether its schemas use the dialect of OpenAPI 3.0. */
  is30: boolean;
}

// Generators write an alias for everything that they see twice. Aliases are not copied, so this only limits
// time: how often the library counts through nested aliases.
const maxAliasCount = 10_000;

/** Parses a document of OpenAPI 3.0 or 3.1. Throws a DescriptionFailure. */
export function readDocument(bytes: Uint8Array): ForeignDocument {
  const root = valueIn(textIn(bytes));
  if (!isObject(root)) throw notOpenApi();
  const [swagger, openapi] = [own(root, 'swagger'), own(root, 'openapi')];
  if (openapi === undefined && swagger !== undefined)
    throw unsupported(
      'This is a Swagger 2.0 document. Convert it to OpenAPI 3, for example with swagger2openapi, and import that.',
    );
  if (typeof openapi !== 'string' && typeof openapi !== 'number') throw notOpenApi();
  const version = String(openapi);
  // Without quotation marks, YAML reads 3.0 as the number 3.
  if (!/^3(?:\.[01](?:\.|$)|$)/.test(version))
    throw unsupported('The OpenAPI version of the document is not supported. Import version 3.0 or 3.1.');
  return { root, is30: !version.startsWith('3.1') };
}

function textIn(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const encoding = isWide ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8';
  const text = new TextDecoder(encoding).decode(bytes);
  if (text.trim() === '') throw unreadable('The document is empty.');
  if (/^\s*<(?:!|html|\?xml)/i.test(text.slice(0, 1_000)))
    throw notOpenApi('This is a web page for people. Use the URL of the document itself.');
  return text;
}

function valueIn(text: string): unknown {
  if (!/^\s*[{[]/.test(text)) return yamlIn(text);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // YAML allows comments and trailing commas, which some authors write into their JSON.
    return yamlIn(text);
  }
}

function yamlIn(text: string): unknown {
  try {
    return composed(text);
  } catch (cause) {
    if (cause instanceof ReferenceError)
      throw unreadable('Its YAML aliases repeat too often, or refer to nothing.', cause);
    // The library throws a RangeError if the stack overflows.
    if (cause instanceof RangeError) throw tooDeep(cause);
    throw cause;
  }
}

function composed(text: string): unknown {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    logLevel: 'silent',
    strict: false,
    uniqueKeys: false,
    merge: true,
  });
  const [error] = document.errors;
  if (error?.code === 'RESOURCE_EXHAUSTION') throw tooDeep(error);
  if (error) {
    const { line, col } = lines.linePos(error.pos[0]);
    const what = error.code.toLowerCase().replaceAll('_', ' ');
    throw unreadable(`It is not valid as JSON or YAML: line ${line}, column ${col} (${what}).`, error);
  }
  return document.toJS({ maxAliasCount }) as unknown;
}

function tooDeep(cause: unknown): DescriptionFailure {
  return unreadable('It is nested too deeply.', cause);
}

function unreadable(sentence: string, cause?: unknown): DescriptionFailure {
  return new DescriptionFailure('unreadable', `The document cannot be read. ${sentence}`, { cause });
}

function unsupported(sentence: string): DescriptionFailure {
  return new DescriptionFailure('unsupported_version', sentence);
}

function notOpenApi(
  sentence = 'An OpenAPI document has a version such as 3.1.0 under `openapi`.',
): DescriptionFailure {
  return new DescriptionFailure('not_openapi', `This is not an OpenAPI document. ${sentence}`);
}
