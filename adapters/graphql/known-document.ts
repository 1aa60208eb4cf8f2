import { Kind, OperationTypeNode, execute, type DocumentNode, type ExecutionResult } from 'graphql';
import type { Context } from '../../schema/kernel/context.ts';
import { executeDocument } from '../../schema/execute-document.ts';
import { forgetScopes } from '../../schema/forget-scopes.ts';
import { schema } from '../../schema/index.ts';
import { isIntrospection } from './introspection.ts';

interface Known {
  name: string | null;
  isIntrospection: boolean;
  isCostKnown: boolean;
  isOwn: boolean;
}

/** A document with a single query that is valid and within the limits of documents. */
export class KnownDocument {
  readonly document: DocumentNode;
  /** The name of its operation. */
  readonly name: string | null;
  /** Whether the answer is the same for every caller, each time. */
  readonly isIntrospection: boolean;
  /** Only a page's size or a condition changes the cost, so without variables it is the one that was checked. */
  readonly #isCostKnown: boolean;
  /** Whether the text is ours. A client's document must never be compiled (`executeDocument`). */
  readonly #isOwn: boolean;

  /** Returns null for a document that is not a single query. */
  static of(document: DocumentNode, { isOwn }: { isOwn: boolean }): KnownDocument | null {
    const [operation, ...others] = document.definitions.filter((it) => it.kind === Kind.OPERATION_DEFINITION);
    if (!operation || others.length > 0 || operation.operation !== OperationTypeNode.QUERY) return null;
    const hasVariables = (operation.variableDefinitions ?? []).length > 0;
    const isStatic = isIntrospection(document, operation);
    const name = operation.name?.value ?? null;
    return new KnownDocument(document, {
      name,
      isIntrospection: isStatic,
      isCostKnown: !hasVariables,
      isOwn,
    });
  }

  private constructor(
    document: DocumentNode,
    { name, isIntrospection: isStatic, isCostKnown, isOwn }: Known,
  ) {
    this.document = document;
    this.name = name;
    this.isIntrospection = isStatic;
    this.#isCostKnown = isCostKnown;
    this.#isOwn = isOwn;
  }

  /** Runs the document. A result without data means refused variables: nothing ran. */
  async run(ctx: Context, variables: Record<string, unknown> | null): Promise<ExecutionResult> {
    const { document } = this;
    if (this.#isOwn) return await executeDocument(ctx, document, variables ?? {});
    const contextValue = this.#isCostKnown ? { ...ctx, isOwnDocument: true } : ctx;
    const result = await execute({ schema, document, contextValue, variableValues: variables });
    forgetScopes(contextValue);
    return result;
  }
}
