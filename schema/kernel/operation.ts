import { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import { canBeMember, subjectOf } from './access/caller.ts';
import type { Permission } from './access/permissions.ts';
import type { Context } from './context.ts';
import { enforce } from './limit.ts';

export const operationPlugin = 'operation' as const;

declare global {
  export namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      operation: OperationPlugin<Types>;
    }
  }
}

interface DeclaredScopes {
  public?: boolean;
  can?: Permission;
  canEither?: readonly Permission[];
}

/**
 * Marks the start of a mutation: counts it against the caller's writes, and passes its name and input to
 * `ctx.transaction`, which stores them with the Idempotency-Key.
 */
export class OperationPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(
    resolver: GraphQLFieldResolver<unknown, Types['Context'], object>,
    field: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    if (field.kind !== 'Mutation') return resolver;
    const declared = field.pothosOptions as { authScopes?: DeclaredScopes };
    const { public: isPublic = false, can, canEither } = declared.authScopes ?? {};
    const permissions = [can ?? [], canEither ?? []].flat();
    return async (parent, args, context, info) => {
      const ctx = context as Context;
      if (canBeMember(ctx.caller)) await enforce(ctx, 'member_writes', subjectOf(ctx.caller));
      const { input } = args as { input?: unknown };
      const operation = { name: field.name, input, isPublic, permissions };
      return resolver(parent, args, { ...ctx, operation }, info);
    };
  }
}
