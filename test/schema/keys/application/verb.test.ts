import { describe, expect, it } from 'vitest';
import type { ApplicationStatus } from '../../../../db/models/application.ts';
import { AuditEntry } from '../../../../db/models/audit.ts';
import { Event } from '../../../../db/models/event.ts';
import type { Role } from '../../../../db/models/member.ts';
import { testApp } from '../../../support/app.ts';
import { cast, type Somebody } from '../../../support/people.ts';

const t = await testApp();
const everyone = await cast(t);
const strangers = await cast(t);
const { owner, workspaceId } = everyone;

interface Verb {
  field: string;
  from: ApplicationStatus;
  to: ApplicationStatus;
  event: string;
  permission: string;
  by: Role;
  notBy: Role;
  extra?: Record<string, unknown>;
}

// oxfmt-ignore
const verbs: Verb[] = [
  {
    field: 'updateApplication',
    from: 'ACTIVE',
    to: 'ACTIVE',
    event: 'application.updated',
    permission: 'applications:write',
    by: 'DEVELOPER',
    notBy: 'VIEWER',
    extra: { name: 'Renamed' },
  },
  {
    field: 'suspendApplication',
    from: 'ACTIVE',
    to: 'SUSPENDED',
    event: 'application.suspended',
    permission: 'applications:suspend',
    by: 'SECURITY_ADMINISTRATOR',
    notBy: 'DEVELOPER',
  },
  {
    field: 'reactivateApplication',
    from: 'SUSPENDED',
    to: 'ACTIVE',
    event: 'application.reactivated',
    permission: 'applications:reactivate',
    by: 'ADMIN',
    notBy: 'SECURITY_ADMINISTRATOR',
  },
  {
    field: 'deleteApplication',
    from: 'ACTIVE',
    to: 'DELETED',
    event: 'application.deleted',
    permission: 'applications:delete',
    by: 'ADMIN',
    notBy: 'DEVELOPER',
  },
  {
    field: 'restoreApplication',
    from: 'DELETED',
    to: 'ACTIVE',
    event: 'application.restored',
    permission: 'applications:reactivate',
    by: 'OWNER',
    notBy: 'DEVELOPER',
  },
];

const allowed = {
  ACTIVE: ['update', 'suspend', 'delete', 'create keys'],
  SUSPENDED: ['update', 'reactivate', 'delete'],
  DELETED: ['restore'],
};

// oxfmt-ignore
const illegal: { field: string; action: string; from: ApplicationStatus }[] = [
  { field: 'updateApplication', action: 'update', from: 'DELETED' },
  { field: 'suspendApplication', action: 'suspend', from: 'SUSPENDED' },
  { field: 'suspendApplication', action: 'suspend', from: 'DELETED' },
  { field: 'reactivateApplication', action: 'reactivate', from: 'ACTIVE' },
  { field: 'reactivateApplication', action: 'reactivate', from: 'DELETED' },
  { field: 'deleteApplication', action: 'delete', from: 'DELETED' },
  { field: 'restoreApplication', action: 'restore', from: 'ACTIVE' },
  { field: 'restoreApplication', action: 'restore', from: 'SUSPENDED' },
];

describe('creating an application', () => {
  it('registers it in the workspace as active, with the requester as its creator', async () => {
    const developer = await everyone.as('DEVELOPER');

    const answer = await call('createApplication', { name: '  Checkout ', description: 'Pays.' }, developer);

    expect(answer.application).toMatchObject({
      workspaceId,
      name: 'Checkout',
      description: 'Pays.',
      status: 'ACTIVE',
      rowVersion: 1,
      createdBy: { id: developer.memberId },
      deletedAt: null,
    });
    expect(await traces(answer.application.id)).toMatchObject({
      events: [{ type: 'application.created', resource: { type: 'application', version: 1 } }],
      entries: [{ action: 'application.created', outcome: 'SUCCESS', actor: { id: developer.memberId } }],
    });
  });

  it('spec §7: is refused to a role without the permission', async () => {
    const answer = await call('createApplication', { name: 'Checkout' }, await everyone.as('APPROVER'));

    expect(answer.refusal).toMatchObject(permissionRequired('applications:write'));
  });

  it.each([
    { name: '', why: 'empty' },
    { name: ' \t ', why: 'blank' },
    { name: 'n'.repeat(81), why: 'longer than 80' },
    { name: 'a\nb', why: 'of two lines' },
  ])('rejects a name that is $why', async ({ name }) => {
    const answer = await call('createApplication', { name }, owner);

    expect(answer.refusal).toMatchObject({
      code: 'validation_failed',
      status: 422,
      errors: [{ pointer: '/name' }],
    });
  });

  it('accepts a name of 80 characters', async () => {
    const answer = await call('createApplication', { name: 'n'.repeat(80) }, owner);

    expect(answer.application.name).toBe('n'.repeat(80));
  });
});

describe.each(verbs)('$field', ({ field, from, to, event, permission, by, notBy, extra = {} }) => {
  it(`${by}: ${from} becomes ${to}, with one event and one audit entry`, async () => {
    const member = await everyone.as(by);
    const id = await applicationThatIs(from);
    const before = await traces(id);

    const answer = await call(field, { id, ...extra }, member);

    expect(answer.application).toMatchObject({ id, status: to, ...extra });
    const { events, entries } = await traces(id);
    expect(events.slice(before.events.length)).toEqual([
      expect.objectContaining({
        type: event,
        resource: { type: 'application', id, version: answer.application.rowVersion },
        actor: { kind: 'MEMBER', id: member.memberId, personId: member.personId },
        data: expect.objectContaining({ status: to }),
      }),
    ]);
    expect(entries.slice(before.entries.length)).toEqual([
      expect.objectContaining({
        action: event,
        outcome: 'SUCCESS',
        actor: { kind: 'MEMBER', id: member.memberId, personId: member.personId },
        targets: [{ type: 'application', id, version: answer.application.rowVersion }],
        origin: expect.objectContaining({ requestId: answer.requestId }),
      }),
    ]);
  });

  it(`spec §7: ${notBy} lacks ${permission}, for an existing and for an unknown id`, async () => {
    const member = await everyone.as(notBy);
    const id = await applicationThatIs(from);

    const [real, made] = [
      await call(field, { id, ...extra }, member),
      await call(field, { id: 'app_nothing', ...extra }, member),
    ];

    expect(real.refusal).toMatchObject(permissionRequired(permission));
    expect(made.refusal).toMatchObject(permissionRequired(permission));
    expect(await statusOf(id)).toBe(from);
  });

  it('finds nothing from another workspace, and answers as for an unknown id', async () => {
    const id = await applicationThatIs(from);

    const foreign = await call(field, { id, ...extra }, strangers.owner, strangers.workspaceId);
    const missing = await call(
      field,
      { id: 'app_nothing', ...extra },
      strangers.owner,
      strangers.workspaceId,
    );

    expect(foreign.refusal).toMatchObject({ code: 'not_found', status: 404 });
    expect({ ...foreign.refusal, requestId: '' }).toEqual({ ...missing.refusal, requestId: '' });
    expect(await statusOf(id)).toBe(from);
  });
});

describe('an illegal move', () => {
  it.each(illegal)(
    '$field when $from returns 409 with the state, the action and the allowed actions',
    async ({ field, action, from }) => {
      const id = await applicationThatIs(from);
      const before = await traces(id);

      const answer = await call(field, { id }, owner);

      expect(answer.refusal).toMatchObject({
        code: 'invalid_transition',
        status: 409,
        transition: { from, action, allowed: expect.arrayContaining(allowed[from]) },
      });
      expect(answer.refusal.transition.allowed).toHaveLength(allowed[from].length);
      expect(await traces(id)).toEqual(before);
      expect(await statusOf(id)).toBe(from);
    },
  );
});

describe('updating an application', () => {
  it('changes the given fields and keeps the others, in the row and in the audit entry', async () => {
    const id = await applicationThatIs('ACTIVE');

    const answer = await call('updateApplication', { id, description: 'New words.' }, owner);

    expect(answer.application).toMatchObject({ name: 'Checkout', description: 'New words.', rowVersion: 2 });
    expect((await traces(id)).entries.at(-1)?.changes).toMatchObject({ description: ['', 'New words.'] });
  });
});

describe('suspending an application', () => {
  it('stores the reason, and reactivating clears it', async () => {
    const id = await applicationThatIs('ACTIVE');

    const suspended = await call('suspendApplication', { id, reason: 'Leaked.' }, owner);
    const active = await call('reactivateApplication', { id }, owner);

    expect(suspended.application).toMatchObject({
      suspendReason: 'Leaked.',
      suspendedAt: expect.any(String),
    });
    expect(active.application).toMatchObject({ suspendReason: null, suspendedAt: null });
    expect((await traces(id)).entries.map(({ reason }) => reason)).toEqual([null, 'Leaked.', null]);
  });
});

const parts =
  'id workspaceId name description status rowVersion suspendedAt suspendReason deletedAt createdBy { id }';

async function call(field: string, input: object, as: Somebody, workspace = workspaceId) {
  const type = `${field.charAt(0).toUpperCase()}${field.slice(1)}Input`;
  const query = `mutation ($input: ${type}!) { ${field}(input: $input) { application { ${parts} } } }`;
  const { body, headers } = await t.graphql(query, { input }, { as, workspace });
  const refusal = body.errors?.[0] && { message: body.errors[0].message, ...body.errors[0].extensions };
  return { application: body.data?.[field]?.application, refusal, requestId: headers['x-request-id'] };
}

async function applicationThatIs(status: ApplicationStatus): Promise<string> {
  const { application } = await call('createApplication', { name: 'Checkout' }, owner);
  if (status === 'SUSPENDED') await call('suspendApplication', { id: application.id }, owner);
  if (status === 'DELETED') await call('deleteApplication', { id: application.id }, owner);
  return application.id;
}

async function statusOf(id: string): Promise<string> {
  const { body } = await t.rest('GET', `/api/console/applications/${id}`, {
    as: owner,
    workspace: workspaceId,
  });
  return body.status;
}

async function traces(id: string): Promise<{ events: Event[]; entries: AuditEntry[] }> {
  const { knex } = t.ports.database;
  const events = await Event.query(knex).whereRaw("resource ->> 'id' = ?", [id]).orderBy('position');
  const entries = await AuditEntry.query(knex).whereRaw("targets -> 0 ->> 'id' = ?", [id]).orderBy('seq');
  return { events, entries };
}

function permissionRequired(permission: string) {
  const message = `Workspace permission is required: ${permission}`;
  return { code: 'permission_required', status: 403, permission, message };
}
