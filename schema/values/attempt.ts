import { BasePlugin, isThenable, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import type { Target } from '../../db/models/audit.ts';
import { refusalOf } from './errors.ts';
import { kindOfId } from './id.ts';

export const attemptPlugin = 'attempt' as const;

declare global {
  export namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      attempt: AttemptPlugin<Types>;
    }
  }
}

/** Adds the root field's name and arguments to each refusal, whatever alias the document uses. */
export class AttemptPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(
    resolver: GraphQLFieldResolver<unknown, Types['Context'], object>,
    field: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    return field.kind === 'Query' || field.kind === 'Mutation' ? noting(resolver, field.name) : resolver;
  }

  override wrapSubscribe(
    subscriber: GraphQLFieldResolver<unknown, Types['Context'], object> | undefined,
    field: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> | undefined {
    return subscriber && noting(subscriber, field.name);
  }
}

function noting<Context>(
  resolver: GraphQLFieldResolver<unknown, Context, object>,
  action: string,
): GraphQLFieldResolver<unknown, Context, object> {
  const note = (error: unknown, args: object): never => {
    const refusal = refusalOf(error);
    if (refusal) refusal.details.attempt = { action, args };
    throw error;
  };
  // Synchronous results stay synchronous, since most of a document's cost would be awaiting existing values.
  return (parent, args, ctx, info) => {
    try {
      const value = resolver(parent, args, ctx, info);
      if (!isThenable(value)) return value;
      return Promise.resolve(value).catch((error: unknown) => note(error, args));
    } catch (error) {
      return note(error, args);
    }
  };
}

const bounds = { depth: 4, targets: 20 };

/** Returns the ids of ours in a value. The audit log stores nothing else that a caller sent. */
export function targetsOf(value: unknown, depth = 0): Target[] {
  if (typeof value === 'string') {
    const kind = kindOfId(value);
    return kind ? [{ type: kind, id: value }] : [];
  }
  if (typeof value !== 'object' || value === null || depth === bounds.depth) return [];
  const parts = Object.values(value).slice(0, bounds.targets);
  return parts.flatMap((part) => targetsOf(part, depth + 1)).slice(0, bounds.targets);
}
