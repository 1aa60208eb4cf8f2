import { AuditEntry } from '../../db/models/audit.ts';
import { Event } from '../../db/models/event.ts';
import type { TestApp } from './app.ts';

/** Returns the audit entries of a workspace, a person or `platform`, oldest first. */
export async function entriesOf(t: TestApp, chain: string): Promise<AuditEntry[]> {
  return await AuditEntry.query(t.ports.database.knex).where({ chain }).orderBy('seq');
}

export async function lastEntryOf(t: TestApp, chain: string): Promise<AuditEntry | undefined> {
  return (await entriesOf(t, chain)).at(-1);
}

/** Returns the events of a workspace, oldest first. */
export async function eventsOf(t: TestApp, workspaceId: string): Promise<Event[]> {
  return await Event.query(t.ports.database.knex).where({ workspaceId }).orderBy('position');
}

export async function lastEventOf(t: TestApp, workspaceId: string): Promise<Event | undefined> {
  return (await eventsOf(t, workspaceId)).at(-1);
}

/** Returns an answer's body as text, without the request id: equal texts mean equal bytes. */
export function textOf(body: unknown): string {
  return JSON.stringify(body).replaceAll(/"requestId":"[^"]*"/g, '"requestId":""');
}
