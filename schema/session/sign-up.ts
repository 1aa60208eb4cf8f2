import { UniqueViolationError } from 'objection';
import { Person } from '../../db/models/person.ts';
import { personActor, recordPersonal } from '../audit/record.ts';
import { builder } from '../builder.ts';
import type { Context, TransactionContext } from '../context.ts';
import { refuse } from '../errors.ts';
import * as formats from '../formats.ts';
import { newId } from '../id.ts';
import { addressOf, enforce } from '../limit.ts';
import { foundWorkspace } from '../member/create-workspace.ts';
import { WorkspaceType } from '../workspace/type.ts';
import { openSession } from './issue.ts';
import { emailKeyOf } from './rules.ts';
import { grantFields } from './type.ts';

interface SignUp {
  email: string;
  password: string;
  name: string;
  workspaceName: string;
}

/** Makes an account with a workspace of its own and signs in. Throws `email_taken`. */
export async function signUp(ctx: Context, { email, password, name, workspaceName }: SignUp) {
  await enforce(ctx, 'sign_ups', addressOf(ctx.client.ip));
  const passwordHash = await ctx.passwords.hash(password);
  return await ctx.transaction(async (tx) => {
    const person = await insertPerson(tx, { email, name, passwordHash });
    const { workspace } = await foundWorkspace(tx, { name: workspaceName, personId: person.id });
    const grant = await openSession(tx, person, ['pwd']);
    await recordPersonal(tx, 'person.signed_up', {
      personId: person.id,
      actor: personActor(person.id),
      targets: [
        { type: 'person', id: person.id },
        { type: 'session', id: grant.session.id },
      ],
    });
    return { ...grant, workspace };
  });
}

async function insertPerson(
  tx: TransactionContext,
  { email, name, passwordHash }: { email: string; name: string; passwordHash: string },
): Promise<Person> {
  const now = tx.clock.now();
  try {
    return await Person.query(tx.knex)
      .insert({
        id: newId('person'),
        email,
        emailKey: emailKeyOf(email),
        name,
        passwordHash,
        createdAt: now,
        updatedAt: now,
      })
      .returning('*');
  } catch (cause) {
    if (!(cause instanceof UniqueViolationError)) throw cause;
    throw refuse('email_taken', 'There is an account with this e-mail address already. Sign in instead.', {
      cause,
    });
  }
}

builder.relayMutationField(
  'signUp',
  {
    inputFields: (t) => ({
      email: t.string({ required: true, validate: formats.email }),
      password: t.string({ required: true, validate: formats.password }),
      name: t.string({ required: true, validate: formats.name, description: 'The person’s name.' }),
      workspaceName: t.string({ required: true, validate: formats.name }),
    }),
  },
  {
    description:
      'Makes an account with a workspace of its own, and signs in. `email_taken` where there is one already.',
    authScopes: { public: true },
    resolve: async (_root, { input }, ctx) => await signUp(ctx, input),
  },
  {
    outputFields: (t) => ({
      ...grantFields(t),
      workspace: t.field({ type: WorkspaceType, resolve: (it) => it.workspace }),
    }),
  },
);
