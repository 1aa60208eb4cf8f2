import type { Event } from '../../../db/models/event.ts';
import type { WebhookDelivery } from '../../../db/models/webhook-delivery.ts';

/** The chain that changed: a workspace's, or that of a person outside any workspace. */
export type Changed = WorkspaceChanged | { personId: string };

export interface WorkspaceChanged {
  workspaceId: string;
  /** Marks the head of the chain after the change, if known; no other history has the same mark. */
  head?: string;
  /** Marks the head before the change. */
  since?: string;
  /** The id of the only row changed, among those that snapshots depend on; absent if it may be any row. */
  only?: string;
}

export interface Following<Item> {
  /** The position after which the feed begins. */
  after: number;
  /** Whether the follower receives the item. */
  accepts: (item: Item) => boolean;
}

/** A delivery after a change, and the position of that change among those of its endpoint. */
export interface DeliveryChange {
  position: number;
  delivery: WebhookDelivery;
}

/** An item that a position orders. */
export interface Positioned {
  readonly position: number;
}

/** Sees every change before the followers do. */
export interface Observer {
  see(event: Event): Promise<void>;
  /** Something personal has changed, such as an ended session. */
  seePerson(personId: string): Promise<void>;
  tick(): Promise<void>;
}

/** New events and changed deliveries, from all instances. */
export interface Feed {
  /**
   * Publishes a commit under its transaction id. Resolves when no instance serves stale state: this one has
   * handled the commit, and each peer has handled it or its lease has expired.
   */
  publish(changed: Changed, transaction: string): Promise<void>;
  /** Yields the workspace's events in order, without gaps and without end; `return` ends it immediately. */
  follow(workspaceId: string, following: Following<Event>): AsyncIterableIterator<Event>;
  /**
   * Yields the endpoint's deliveries that changed after the position, in the order of their last changes, and
   * later changes without end; `return` ends it immediately. If a delivery changes again before it is read,
   * only the last change is yielded.
   */
  followDeliveries(endpointId: string, after: number): AsyncIterableIterator<DeliveryChange>;
}
