import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import RelayPlugin from '@pothos/plugin-relay';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import ValidationPlugin from '@pothos/plugin-validation';
import { getNamedType, isLeafType } from 'graphql';
import type { McpScope } from '../../db/models/mcp-consent.ts';
import type { Permission } from './access/permissions.ts';
import { scopesOf, whyRefused } from './access/scopes.ts';
import { AttemptPlugin, attemptPlugin } from '../values/attempt.ts';
import type { Context } from './context.ts';
import { missing, requiredMessage, refuse, validationFailed } from '../values/errors.ts';
import { OperationPlugin, operationPlugin } from './operation.ts';
import { pointerOf } from '../values/pointer.ts';
import { SubscriptionCostPlugin, subscriptionCostPlugin } from '../values/subscription-cost.ts';

export interface SchemaTypes {
  Context: Context;
  DefaultFieldNullability: false;
  DefaultEdgesNullability: { list: false; items: false };
  DefaultNodeNullability: false;
  Scalars: {
    ID: { Input: string; Output: string };
    DateTime: { Input: Date; Output: Date };
    Date: { Input: string; Output: string };
    JSON: { Input: unknown; Output: unknown };
  };
  AuthScopes: {
    /** Anyone, signed in or not. */
    public: boolean;
    /** A person with an active session, in any workspace or none; or an automation. */
    known: boolean;
    /** A person with an active session, in any workspace or none. */
    signedIn: boolean;
    /** A member whose role holds the permission. */
    can: Permission;
    /** One of two permissions, if the row decides which one; the refusal names the first. */
    canEither: readonly [Permission, Permission];
    /** One of the operator's own services. */
    service: boolean;
    /** An external agent whose token has the scope. */
    agent: McpScope;
    /** The holder of a sandbox key. */
    sandboxKey: boolean;
    /** The holder of a live key. */
    liveKey: boolean;
  };
}

SchemaBuilder.registerPlugin(attemptPlugin, AttemptPlugin);
SchemaBuilder.registerPlugin(operationPlugin, OperationPlugin);
SchemaBuilder.registerPlugin(subscriptionCostPlugin, SubscriptionCostPlugin);

export const builder = new SchemaBuilder<SchemaTypes>({
  // Outermost first: record the attempt, authorize, validate the input, then run the operation.
  plugins: [
    attemptPlugin,
    ScopeAuthPlugin,
    ValidationPlugin,
    ComplexityPlugin,
    subscriptionCostPlugin,
    RelayPlugin,
    operationPlugin,
  ],
  defaultFieldNullability: false,
  scopeAuth: {
    authScopes: scopesOf,
    authorizeOnSubscribe: true,
    unauthorizedError: (_parent, ctx, _info, result) => whyRefused(ctx, result.failure),
  },
  validation: {
    validationError: ({ issues }) =>
      validationFailed(
        issues.map(({ path = [], message }) => {
          const pointer = pointerOf(path, 'input');
          return message === requiredMessage ? missing(pointer) : { pointer, code: 'invalid', message };
        }),
      ),
  },
  complexity: {
    // Only objects cost, so that a full page of any record stays within the limit.
    fieldComplexity: (_args, _ctx, { type }) => (isLeafType(getNamedType(type)) ? 0 : 1),
    defaultListMultiplier: 5,
    limit: ({ isOwnDocument, settings: { graphql } }) =>
      isOwnDocument
        ? {}
        : { complexity: graphql.maxCost, depth: graphql.maxDepth, breadth: graphql.maxBreadth },
    complexityError: (kind, { complexity, depth, breadth, maxComplexity, maxDepth, maxBreadth }) => {
      const [size, limit] = {
        Complexity: [complexity, maxComplexity],
        Depth: [depth, maxDepth],
        Breadth: [breadth, maxBreadth],
      }[kind];
      const measure = kind.toLowerCase();
      return refuse(
        'invalid_request',
        `The ${measure} of the operation is ${size}, the limit ${limit}. Request less in one operation.`,
      );
    },
  },
  relay: {
    clientMutationId: 'omit',
    cursorType: 'String',
    edgesFieldOptions: { nullable: { list: false, items: false }, complexity: { field: 0, multiplier: 1 } },
    nodeFieldOptions: { nullable: false, complexity: { field: 0, multiplier: 1 } },
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    relayMutationFieldOptions: { nullable: true },
  },
});

builder.queryType({ description: 'Reads. A root field is null if the server refuses it.' });
builder.mutationType({ description: 'Commands. Each takes one input and returns one payload.' });
builder.subscriptionType({
  description:
    'Live changes over a websocket. Each message of a field with `after` carries a `cursor`. To resume, send the last one: ' +
    'the server sends every event once and in order, even after a restart or on another instance.',
});
