import { EnvelopArmorPlugin } from '@escape.tech/graphql-armor';
import { GraphQLError, Kind, OperationTypeNode, type DocumentNode, type ExecutionResult } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import type { Context } from '../../schema/kernel/context.ts';
import { refuse } from '../../schema/values/errors.ts';
import { forgetScopes } from '../../schema/forget-scopes.ts';
import { schema } from '../../schema/index.ts';
import type { KnownDocuments } from './known-documents.ts';
import { graphqlPath } from './graphql-path.ts';
import { introspectionBudget } from './introspection.ts';
import { parsedDocument } from './own-documents.ts';
import { presentErrors } from './present.ts';
import { fieldsOf } from './selections.ts';
import type { SurfaceConfig } from '../http/surface.ts';

/** The context that yoga passes to its plugins. */
interface Served extends Record<string, unknown> {
  ctx: Context;
}

export type GraphqlServer = ReturnType<typeof createGraphql>;

/** Creates the yoga server: limits, no batching, no forms, and errors as refusals. */
export function createGraphql({ environment, settings }: SurfaceConfig, documents: KnownDocuments) {
  const isDevelopment = environment === 'development';
  const { maxAliases, maxTokens } = settings.graphql;
  return createYoga<Served>({
    schema,
    graphqlEndpoint: graphqlPath,
    context: ({ ctx }) => ctx,
    batching: false,
    multipart: false,
    cors: false,
    landingPage: false,
    logging: false,
    maskedErrors: false,
    // The page is served separately, since rendering it takes longer than any operation.
    graphiql: false,
    plugins: [
      ownDocuments,
      EnvelopArmorPlugin({
        maxAliases: { n: maxAliases },
        maxTokens: { n: maxTokens },
        maxDirectives: { n: 50 },
        blockFieldSuggestion: { enabled: false },
        // The schema's own limits check depth and cost, because they know the sizes of pages.
        maxDepth: { enabled: false },
        costLimit: { enabled: false },
      }),
      boundedIntrospection,
      ...(isDevelopment ? [] : [withoutSuggestions]),
      oneMutationPerKey,
      noStreams,
      reportErrors,
      learned(documents),
    ],
  });
}

/** The console's own documents are known to be valid, and the limits of documents do not apply to them. */
const ownDocuments: Plugin<object, Served> = {
  onParse({ context, params, setParsedDocument }) {
    if (isOwn(context)) setParsedDocument(parsedDocument(params.source.toString()));
  },
  onValidate({ context, setResult }) {
    if (isOwn(context)) setResult([]);
  },
};

function isOwn(context: object): boolean {
  return (context as Served).ctx.isOwnDocument;
}

/** Pothos computes the cost from our own fields; introspection has none. */
const boundedIntrospection: Plugin<Context> = {
  onValidate: ({ addValidationRule }) => addValidationRule(introspectionBudget),
};

/** Removes graphql's suggestions from its messages, including those for enum values. */
const withoutSuggestions: Plugin<Context> = {
  onValidate:
    () =>
    ({ valid, result, setResult }) => {
      if (valid) return;
      const errors = result as readonly GraphQLError[];
      setResult(
        errors.map(
          ({ message, nodes }) =>
            new GraphQLError(message.replace(/ Did you mean .*\?$/s, ''), { nodes: nodes ?? null }),
        ),
      );
    },
};

/** An Idempotency-Key names one command, so it allows one root field. */
const oneMutationPerKey: Plugin<Context> = {
  onExecute({ args }) {
    const ctx: Context = args.contextValue;
    if (ctx.client.idempotencyKey === null || countRootFields(args.document, args.operationName) <= 1) return;
    throw refuse('invalid_request', 'Send an Idempotency-Key with one root mutation field at a time.');
  },
};

/** Subscriptions need a socket, which closes when the access ends; over HTTP nothing would end them. */
const noStreams: Plugin<Context> = {
  onSubscribe() {
    throw refuse(
      'invalid_request',
      'Subscribe over a websocket at /graphql, with graphql-transport-ws and a session in connection_init.',
    );
  },
};

function countRootFields(document: DocumentNode, name: string | null | undefined): number {
  const operations = document.definitions.filter(
    (definition) => definition.kind === Kind.OPERATION_DEFINITION,
  );
  const operation = operations.find((candidate) => !name || candidate.name?.value === name);
  if (operation?.operation !== OperationTypeNode.MUTATION) return 0;
  return fieldsOf(document, operation.selectionSet).length;
}

/** Caches a document that ran without a refusal, since it is parsed, valid and within all limits. */
function learned(documents: KnownDocuments): Plugin<Context> {
  return {
    onExecute: ({ args }) => ({
      onExecuteDone({ result }) {
        forgetScopes(args.contextValue);
        // The limits of documents did not apply to one of the console's own.
        const isWithinLimits = isExecution(result) && !result.errors && !args.contextValue.isOwnDocument;
        if (isWithinLimits) documents.remember(args.document);
      },
    }),
  };
}

/** Presents every error as a refusal, and records denials in the audit log. */
const reportErrors: Plugin<Context, Served> = {
  async onResultProcess(processed) {
    const { result, serverContext } = processed;
    if (!isExecution(result) || !result.errors) return;
    processed.setResult({
      ...result,
      errors: await presentErrors(serverContext.ctx, result.errors, 'data' in result),
    });
  },
};

function isExecution(result: unknown): result is ExecutionResult {
  return typeof result === 'object' && result !== null && ('errors' in result || 'data' in result);
}
