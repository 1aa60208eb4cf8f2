import pLimit from 'p-limit';
import { execute, type ExecutionArgs, type ExecutionResult } from 'graphql';
import type { SubscriberGroupCaller } from '../../schema/kernel/access/caller.ts';
import type { Ports } from '../../schema/kernel/context.ts';
import { createSubscriberGroupContext } from '../../schema/command/create-context.ts';
import { forgetScopes } from '../../schema/forget-scopes.ts';
import { refusalOf } from '../../schema/values/errors.ts';
import { presentErrors } from './present.ts';
import { yieldToEventLoop } from '../../schema/kernel/yield-to-event-loop.ts';
import type { Positioned } from '../../schema/kernel/ports/feed.ts';

/** A document with its variables, to execute for each event or watched change as the group. */
export interface Telling extends Pick<
  ExecutionArgs,
  'schema' | 'document' | 'operationName' | 'variableValues'
> {
  caller: SubscriberGroupCaller;
}

/** The number of cached results; a subscriber that lags further causes another execution. */
const maxKept = 16;
/** The maximum number of executions at the same time, for all groups. */
const maxExecuting = 8;
const executing = pLimit(maxExecuting);

/**
 * The subscribers with the same document, variables, workspace and role. The server executes the document
 * once for each event or delivery change, however many they are.
 */
export class SubscriberGroup {
  readonly #ports: Ports;
  readonly #telling: Telling;
  readonly #results = new Map<number, Promise<ExecutionResult>>();
  members = 0;

  constructor(ports: Ports, telling: Telling) {
    this.#ports = ports;
    this.#telling = telling;
  }

  /** Returns the result for an item. Throws after a failure of the server, which is logged by then. */
  async resultOf(item: Positioned): Promise<ExecutionResult> {
    const known = this.#results.get(item.position);
    if (known) return await known;
    const result = executing(async () => await this.#execute(item));
    // No other member needs the result.
    if (this.members === 1) return await result;
    this.#results.set(item.position, result);
    // A member that reconnects causes another execution.
    result.catch(() => this.#results.delete(item.position));
    const [oldest] = this.#results.keys();
    if (this.#results.size > maxKept && oldest !== undefined) this.#results.delete(oldest);
    return await result;
  }

  async #execute(item: Positioned): Promise<ExecutionResult> {
    await yieldToEventLoop();
    const { caller, ...args } = this.#telling;
    const ctx = createSubscriberGroupContext(this.#ports, caller);
    const result = await execute({ ...args, rootValue: item, contextValue: ctx });
    forgetScopes(ctx);
    if (!result.errors) return result;
    const errors = await presentErrors(ctx, result.errors, true);
    const isOurs = result.errors.some((error) => !refusalOf(error));
    // A result with a hole would move the cursor past data that the subscriber never saw.
    if (isOurs)
      throw new Error(`The event at position ${item.position} could not be sent.`, { cause: result.errors });
    return { ...result, errors };
  }
}

/** The subscriber groups of this instance, by key. */
export class SubscriberGroups {
  readonly #ports: Ports;
  readonly #groups = new Map<string, SubscriberGroup>();

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  join(key: string, telling: Telling): SubscriberGroup {
    const group = this.#groups.get(key) ?? new SubscriberGroup(this.#ports, telling);
    this.#groups.set(key, group);
    group.members += 1;
    return group;
  }

  leave(key: string, group: SubscriberGroup): void {
    group.members -= 1;
    if (group.members === 0) this.#groups.delete(key);
  }
}
