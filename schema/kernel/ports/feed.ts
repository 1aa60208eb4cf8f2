import type { Event } from '../../../db/models/event.ts';
import type { WebhookDelivery } from '../../../db/models/webhook-delivery.ts';

/** Whose books have changed: a workspace's, or those of a person outside any workspace. */
export type Changed = WorkspaceChanged | { personId: string };

export interface WorkspaceChanged {
  workspaceId: string;
  /** What marks the head of its chain after the change, where that is told: no other history has the same. */
  head?: string;
  /** And before it. */
  since?: string;
  /** The id of the one row that has changed, of all that is kept for requests; where it is not told it may be any. */
  only?: string;
}

export interface Following<Item> {
  /** The position after which it begins. */
  after: number;
  /** Which of them it is about. */
  accepts: (item: Item) => boolean;
}

/** A delivery as a change has left it, and the position of that change among those of its endpoint. */
export interface DeliveryChange {
  position: number;
  delivery: WebhookDelivery;
}

/** What is told of by position. */
export interface Positioned {
  readonly position: number;
}

/** Hears of all that happened before those who follow do. */
export interface Observer {
  see(event: Event): Promise<void>;
  /** Something personal has changed, such as a session that ended. */
  seePerson(personId: string): Promise<void>;
  tick(): Promise<void>;
}

/** The event log as it grows, and deliveries as they change, on whatever instance. */
export interface Feed {
  /**
   * Tells of a commit, by the id of its transaction. Resolves when this instance has acted on it, and no other goes by what
   * was before: each has acted on it, or its lease has run out.
   */
  publish(changed: Changed, transaction: string): Promise<void>;
  /** The workspace's events in order, without gaps and without end; returning it ends it at once. */
  follow(workspaceId: string, following: Following<Event>): AsyncIterableIterator<Event>;
  /**
   * The deliveries of a webhook endpoint that have changed after the position, in the order of their last changes, and those
   * that will; returning it ends it at once. Where one changes again before it was read, the last change alone is told.
   */
  followDeliveries(endpointId: string, after: number): AsyncIterableIterator<DeliveryChange>;
}
