import { CredentialReference, type CredentialKind } from '../../../db/models/credential-reference.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import { memberOf, type Context, type TransactionContext } from '../../kernel/context.ts';
import { refuse, validationFailed } from '../../values/errors.ts';
import * as formats from '../../values/formats.ts';
import * as connectFormats from '../../values/connect-formats.ts';
import { newId } from '../../values/id.ts';
import { lockProject } from '../project/lock.ts';
import { projectMoves } from '../project/rules.ts';
import { originsOf } from './bind.ts';
import { tryElsewhere } from './elsewhere.ts';
import { endOf } from './expiry.ts';
import { referenceFields } from './fields.ts';
import { kindIn, readGiven } from './given.ts';
import { noteOpening } from './open.ts';
import { outlineOf } from './outline.ts';
import { maxReferences } from './rules.ts';
import { fingerprintOf, type Secret } from './secret.ts';
import { toEventData } from './event-data.ts';
import { CredentialKindEnum } from './type.ts';
import { writeVersion } from './write-version.ts';

interface CreateReference {
  projectId: string;
  provider: string;
  kind?: CredentialKind | null | undefined;
  secret?: unknown;
  parts?: unknown;
  vaultId?: string | null | undefined;
  externalName?: string | null | undefined;
  externalFields?: unknown;
  origins?: string[] | null | undefined;
  expiresAt?: Date | null | undefined;
}

/**
 * Stores a provider’s secret in the vault, or names a secret in an external vault, and returns a reference.
 */
export async function createCredentialReference(ctx: Context, input: CreateReference) {
  const { projectId, provider, origins, expiresAt = null } = input;
  const kind = kindIn(input);
  assertWritable(kind);
  const where = elsewhereIn(input);
  const given = where ? null : readGiven(kind, input);
  const work = async (tx: TransactionContext, found: Secret | null) => {
    const secret = given ?? found;
    if (!secret) throw new Error('A credential reference was made of no secret.');
    const project = await lockProject(tx, projectId);
    projectMoves.next(project.status, 'update');
    await assertCapacity(tx, projectId);
    const { workspaceId, memberId } = memberOf(tx);
    const now = tx.clock.now();
    const credentialReference = await CredentialReference.query(tx.knex)
      .insert({
        id: newId('credentialReference'),
        workspaceId,
        projectId,
        provider,
        kind,
        parts: outlineOf(secret),
        ...where,
        boundTo: origins ? originsOf(origins.map((origin) => new URL(origin))) : null,
        status: 'ACTIVE',
        version: 1,
        fingerprint: fingerprintOf(tx, workspaceId, secret),
        ...endOf(expiresAt, now),
        lastRotatedAt: now,
        createdBy: memberId,
        createdAt: now,
        updatedAt: now,
      })
      .returning('*');
    if (!where) await writeVersion(tx, credentialReference, { version: 1, secret, by: memberId });
    await record(tx, 'credential_reference.created', {
      subject: credentialReference,
      data: toEventData(credentialReference),
    });
    return { credentialReference };
  };
  return await ctx.transaction(work, async () => (where ? await readNamed(ctx, kind, where) : null));
}

function assertWritable(kind: CredentialKind): void {
  if (kind !== 'OAUTH2_TOKENS') return;
  throw validationFailed([
    {
      pointer: '/kind',
      code: 'invalid',
      message: 'is reserved for connections, which write it after their authorization',
    },
  ]);
}

type Where = { vaultId: string; externalName: string; externalFields: Record<string, string> | null };

function elsewhereIn({
  secret,
  parts,
  vaultId,
  externalName,
  externalFields,
}: CreateReference): Where | null {
  if (!vaultId && !externalName) return null;
  const hasOwn = (secret ?? parts ?? null) !== null;
  if (!vaultId || !externalName || hasOwn)
    throw validationFailed([
      {
        pointer: vaultId && externalName ? '/secret' : vaultId ? '/externalName' : '/vaultId',
        code: 'invalid',
        message: 'takes either your own secret, or vaultId and externalName of a secret in an external vault',
      },
    ]);
  const fields = connectFormats.externalFields.nullish().parse(externalFields) ?? null;
  return { vaultId, externalName, externalFields: fields };
}

// Reads the secret once, so that a wrong name fails now and not when a call needs it.
async function readNamed(ctx: Context, kind: CredentialKind, where: Where): Promise<Secret> {
  const target = { type: 'vault', id: where.vaultId };
  await noteOpening(ctx, target, { purpose: 'create a credential reference' });
  return await tryElsewhere(ctx, { kind, ...where });
}

// The project is locked, so of two concurrent creations the second counts the first.
async function assertCapacity(tx: TransactionContext, projectId: string): Promise<void> {
  const query = CredentialReference.inWorkspace(tx).where({ projectId, status: 'ACTIVE' });
  if ((await query.resultSize()) < maxReferences) return;
  throw refuse(
    'limit_reached',
    `The project has ${maxReferences} credential references, the maximum. Destroy one first.`,
  );
}

builder.relayMutationField(
  'createCredentialReference',
  {
    inputFields: (t) => ({
      projectId: t.id({ required: true, description: 'The project whose connections may use it.' }),
      provider: t.string({
        required: true,
        validate: formats.name,
        description: 'The name of the provider, such as `github`.',
      }),
      kind: t.field({
        type: CredentialKindEnum,
        description: 'Required without parts; with parts it is CUSTOM.',
      }),
      secret: t.field({
        type: 'JSON',
        description:
          'The fields of the kind: `{apiKey}`, `{token}`, `{username, password}`, `{clientId, clientSecret}`, ' +
          '`{clientId}` of a public client, or `{headers}`. Each has at most 8,192 characters. The server seals the ' +
          'secret, and no call returns it.',
      }),
      parts: t.field({
        type: 'JSON',
        description:
          'Instead of a secret, for a provider that combines several: an object of 1 to 10 parts, named like the ' +
          'description’s `schemes`. A part is a string, or `{username, password}` for a BASIC scheme. Each part goes ' +
          'where its scheme says.',
      }),
      vaultId: t.id({ description: 'Instead of a secret: the external vault that stores it.' }),
      externalName: t.string({
        validate: connectFormats.externalName,
        description:
          'Its name in that vault, such as `team/github`. The server reads it each time it needs it.',
      }),
      externalFields: t.field({
        type: 'JSON',
        validate: connectFormats.externalFields.optional(),
        description:
          'Maps our field names to the vault’s, such as `{"token": "GITHUB_TOKEN"}`. For CUSTOM without `headers`, ' +
          'the names of the parts.',
      }),
      origins: t.stringList({
        validate: connectFormats.origins.optional(),
        description:
          'The only origin that may receive it, such as `https://api.github.com`; for an OAuth client also the origin ' +
          'of its tokens. By default, the first connection sets it.',
      }),
      expiresAt: t.field({
        type: 'DateTime',
        description: 'When it expires at the provider. Events announce it 30, 7 and 1 days before.',
      }),
    }),
  },
  {
    description:
      'Stores a provider’s secret in the vault, and returns a reference for connections. Needs ' +
      '`credential_references:write`.',
    authScopes: { can: 'credential_references:write' },
    resolve: async (_root, { input }, ctx) => await createCredentialReference(ctx, input),
  },
  { outputFields: referenceFields },
);
