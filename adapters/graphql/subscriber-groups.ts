import pLimit from 'p-limit';
import { execute, type ExecutionArgs, type ExecutionResult } from 'graphql';
import type { SubscriberGroupCaller } from '../../schema/kernel/access/caller.ts';
import type { Ports } from '../../schema/kernel/context.ts';
import { createSubscriberGroupContext } from '../../schema/command/create-context.ts';
import { refusalOf } from '../../schema/values/errors.ts';
import { presentErrors } from './present.ts';
import { yieldToEventLoop } from '../../schema/kernel/yield-to-event-loop.ts';
import type { Positioned } from '../../schema/kernel/ports/feed.ts';

/** What is executed for each event, or whatever is watched: a document with its variables, and for whom. */
export interface Telling extends Pick<
  ExecutionArgs,
  'schema' | 'document' | 'operationName' | 'variableValues'
> {
  caller: SubscriberGroupCaller;
}

/** Who lags behind the others by more has it executed once more. */
const maxKept = 16;
/** Executions at once, of all groups. */
const maxExecuting = 8;
const executing = pLimit(maxExecuting);

/**
 * Everybody who watches alike: the same document and variables, in the same workspace and role. For each event, or
 * change of a delivery, the document is executed once, however many they are.
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

  /** Throws where something broke on our side, which is logged by then. */
  async resultOf(item: Positioned): Promise<ExecutionResult> {
    const known = this.#results.get(item.position);
    if (known) return await known;
    const result = executing(async () => await this.#execute(item));
    // Nobody else asks for it.
    if (this.members === 1) return await result;
    this.#results.set(item.position, result);
    // Whoever comes back for it has it executed once more.
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
    if (!result.errors) return result;
    const errors = await presentErrors(ctx, result.errors, true);
    const isOurs = result.errors.some((error) => !refusalOf(error));
    // Who went on past what was told with a hole in it would never see what it was.
    if (isOurs)
      throw new Error(`The event at position ${item.position} could not be sent.`, { cause: result.errors });
    return { ...result, errors };
  }
}

/** The groups of this instance by what tells them apart. */
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
