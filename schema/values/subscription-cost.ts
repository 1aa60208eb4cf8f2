import { BasePlugin, type SchemaTypes } from '@pothos/core';
import { PothosComplexityPlugin } from '@pothos/plugin-complexity';
import type { GraphQLFieldResolver } from 'graphql';

export const subscriptionCostPlugin = 'subscriptionCost' as const;

declare global {
  export namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      subscriptionCost: SubscriptionCostPlugin<Types>;
    }
  }
}

/**
 * Checks the complexity of a subscription at its start; the complexity plugin alone would check at each
 * event.
 */
export class SubscriptionCostPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  readonly #complexity = new PothosComplexityPlugin<Types>(this.buildCache, 'complexity');

  override wrapSubscribe(
    subscriber: GraphQLFieldResolver<unknown, Types['Context'], object> | undefined,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> | undefined {
    if (!subscriber) return subscriber;
    return (parent, args, ctx, info) => {
      this.#complexity.checkComplexity(ctx, info);
      return subscriber(parent, args, ctx, info);
    };
  }
}
