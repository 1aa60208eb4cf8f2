import {
  GraphQLError,
  Kind,
  createSourceEventStream,
  visit,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type OperationDefinitionNode,
} from 'graphql';
import type { MemberKind, Role } from '../../db/models/member.ts';
import { lacking, permits, type Permission } from '../../schema/kernel/access/permissions.ts';
import { memberOf, type Context } from '../../schema/kernel/context.ts';
import { refusalBody, type Refusal } from '../../schema/values/errors.ts';
import { permissionsOfOperation } from '../../schema/run.ts';
import { presentErrors } from './present.ts';
import type { SubscriberGroup, SubscriberGroups, Telling } from './subscriber-groups.ts';
import { closeCodes, type Closing } from './close-codes.ts';
import type { Positioned } from '../../schema/kernel/ports/feed.ts';
import type { LiveSocket, Running } from './sockets.ts';

const missedChange: Closing = {
  code: closeCodes.tryAgainLater,
  reason: 'The server failed. Connect again and resume from your cursor.',
};

/** One operation on one socket. */
export interface LiveArgs extends ExecutionArgs {
  contextValue: Context;
  socket: LiveSocket;
  /** The document as the client wrote it. */
  query: string;
  /** The operation of the document that runs. */
  operation: OperationDefinitionNode;
}

/**
 * Starts a subscription: its field checks the caller and returns the items for the group to execute. The
 * subscription ends, with the refusal as its last message, if the member's new role lacks a permission.
 */
export async function subscribe(
  groups: SubscriberGroups,
  args: LiveArgs,
): Promise<AsyncIterableIterator<ExecutionResult> | ExecutionResult> {
  const { contextValue: ctx } = args;
  const items = await createSourceEventStream(args);
  if (!(Symbol.asyncIterator in items)) return { errors: await presentErrors(ctx, items.errors ?? [], true) };
  return new Subscription(groups, args, items as AsyncIterableIterator<Positioned>);
}

class Subscription implements AsyncIterableIterator<ExecutionResult>, Running {
  readonly #groups: SubscriberGroups;
  readonly #args: LiveArgs;
  readonly #items: AsyncIterableIterator<Positioned>;
  readonly #permissions: Permission[];
  readonly #name: string;
  #group: { key: string; group: SubscriberGroup } | null = null;
  #lastMessage: ExecutionResult | null = null;

  constructor(groups: SubscriberGroups, args: LiveArgs, items: AsyncIterableIterator<Positioned>) {
    this.#groups = groups;
    this.#args = args;
    this.#items = items;
    this.#permissions = permissionsOfOperation(args.operation);
    this.#name = nameOf(args);
    args.socket.running.add(this);
    if (args.socket.role) this.roleChanged(args.socket.role);
  }

  roleChanged(role: Role): void {
    this.#leave();
    const { kind } = memberOf(this.#args.contextValue);
    const missing = this.#permissions.find((permission) => !permits({ kind, role }, permission));
    if (missing) return this.#endBecause(lacking({ kind, role }, missing));
    const key = `${this.#args.contextValue.workspaceId} ${kind} ${role} ${this.#name}`;
    this.#group = { key, group: this.#groups.join(key, this.#telling(kind, role)) };
  }

  async next(): Promise<IteratorResult<ExecutionResult>> {
    const { value: item, done } = await this.#items.next();
    // If a role change ended the permission meanwhile, the refusal replaces the result.
    if (!done && this.#group && this.#args.socket.isOpen()) {
      const value = await this.#tell(this.#group.group, item);
      if (value) return { value, done: false };
    }
    const words = this.#lastMessage;
    this.#lastMessage = null;
    return words ? { value: words, done: false } : { value: undefined, done: true };
  }

  async return(): Promise<IteratorResult<ExecutionResult>> {
    this.#args.socket.running.delete(this);
    this.#leave();
    this.#lastMessage = null;
    await this.#items.return?.();
    return { value: undefined, done: true };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  // After a failure the client reconnects, and resumes from its last cursor.
  async #tell(group: SubscriberGroup, item: Positioned): Promise<ExecutionResult | null> {
    try {
      return await group.resultOf(item);
    } catch {
      this.#args.socket.end(missedChange);
      return null;
    }
  }

  #endBecause(refusal: Refusal): void {
    const { requestId } = this.#args.contextValue.client;
    this.#args.socket.running.delete(this);
    this.#lastMessage = {
      errors: [new GraphQLError(refusal.message, { extensions: refusalBody(refusal, requestId) })],
    };
    void this.#items.return?.();
  }

  #leave(): void {
    if (this.#group) this.#groups.leave(this.#group.key, this.#group.group);
    this.#group = null;
  }

  #telling(memberKind: MemberKind, role: Role): Telling {
    const { schema, document, operationName = null, variableValues = {}, contextValue } = this.#args;
    const { workspaceId } = contextValue;
    if (!workspaceId) throw new Error('A subscription began without a workspace.');
    const caller = { kind: 'SUBSCRIBER_GROUP' as const, workspaceId, memberKind, role };
    return { schema, document, operationName, variableValues, caller };
  }
}

/** Identifies a group beside workspace and role; the start position only affects one subscriber. */
function nameOf({ query, operationName, operation, variableValues, document }: LiveArgs): string {
  const start = variableOfAfter(operation, document);
  const others = Object.entries(variableValues ?? {}).filter(([name]) => name !== start);
  return JSON.stringify([query, operationName ?? null, others.toSorted(([a], [b]) => (a < b ? -1 : 1))]);
}

/** Returns the name of the variable for `after`, if the document uses it nowhere else. */
function variableOfAfter(operation: OperationDefinitionNode, document: DocumentNode): string | null {
  const [field] = operation.selectionSet.selections;
  if (field?.kind !== Kind.FIELD) return null;
  const value = field.arguments?.find(({ name }) => name.value === 'after')?.value;
  if (value?.kind !== Kind.VARIABLE) return null;
  const name = value.name.value;
  let uses = 0;
  visit(document, { Variable: (variable) => void (uses += Number(variable.name.value === name)) });
  // One for its definition, one for this use.
  return uses === 2 ? name : null;
}
