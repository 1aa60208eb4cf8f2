import { parse, type DocumentNode } from 'graphql';
import type { Context } from '../../schema/kernel/context.ts';
import { canBeMember, subjectOf } from '../../schema/kernel/access/caller.ts';
import { enforce } from '../../schema/kernel/limit.ts';
import { costOf } from '../../schema/run.ts';
import { refuse } from '../../schema/values/errors.ts';
import { isObject } from '../../schema/values/foreign-values.ts';
import { consoleDocuments } from './console-documents.generated.ts';
import { KnownDocument } from './known-document.ts';
import { previousConsoleDocuments } from './previous-console-documents.generated.ts';

const texts = new Map(Object.entries({ ...previousConsoleDocuments, ...consoleDocuments }));

/** Returns the text of one of the console's documents. Throws `unknown_document`. */
export function textOfDocument(id: unknown): string {
  const text = typeof id === 'string' ? texts.get(id) : undefined;
  if (text !== undefined) return text;
  throw refuse(
    'unknown_document',
    'No document of the console has this id. Reload the page to get the version that this server has.',
  );
}

const parsed = new Map<string, DocumentNode>();

/** Returns the document of a text that `textOfDocument` has returned. */
export function parsedDocument(text: string): DocumentNode {
  const document = parsed.get(text) ?? parse(text);
  parsed.set(text, document);
  return document;
}

const known = new Map<string, KnownDocument | null>();

/** Returns the query of the console with this id; null for another document and an unknown id. */
export function knownOwnDocument(id: string): KnownDocument | null {
  const found = known.get(id);
  if (found !== undefined) return found;
  const text = texts.get(id);
  if (text === undefined) return null;
  const document = KnownDocument.of(parsedDocument(text), { isOwn: true });
  known.set(id, document);
  return document;
}

/**
 * Counts a document of the console as the requests that it is worth. The limits of documents do not apply to it, so each
 * `maxCost` of its cost counts as one. The caller has counted the first.
 */
export async function countFurther(ctx: Context, document: DocumentNode, variables: unknown): Promise<void> {
  const { caller, settings } = ctx;
  const cost = costOf(ctx, document, isObject(variables) ? variables : {});
  const further = Math.ceil(cost / settings.graphql.maxCost) - 1;
  if (further > 0 && canBeMember(caller)) await enforce(ctx, 'member', subjectOf(caller), further);
}
