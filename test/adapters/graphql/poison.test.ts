import { isInputObjectType, isListType, isNonNullType, type GraphQLInputType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../../schema/index.ts';
import { testApp } from '../../support/app.ts';
import { contentsOf } from '../../support/contents.ts';
import { codeOf, graphqlWorld } from './graphql.world.ts';

const t = await testApp();
const { as } = await graphqlWorld(t);

describe('text that the database cannot store', () => {
  const roots = [schema.getQueryType(), schema.getMutationType()].flatMap((root) =>
    Object.values(root?.getFields() ?? {}).map((field) => ({ root: root?.name.toLowerCase(), field })),
  );
  const cases = roots.flatMap(({ root, field }) =>
    field.name !== 'signOut' && /String|ID|JSON|Input/.test(String(field.args.map(({ type }) => type)))
      ? [{ root, name: field.name, args: field.args }]
      : [],
  );

  it.each(cases)(
    'is rejected by $name in every argument, without an internal error',
    async ({ root, name, args }) => {
      const before = await contentsOf(t.ports.database);
      const given = args
        .map((arg) => `${arg.name}: ${poisoned(arg.type)}`)
        .filter((text) => !/^(last|before):/.test(text));

      const answer = await t.graphql(`${root} { ${name}(${given.join(', ')}) { __typename } }`, {}, as);

      expect(answer.status).toBeLessThan(500);
      expect(['internal_error', 'service_unavailable']).not.toContain(codeOf(answer));
      expect(withoutAudit(await contentsOf(t.ports.database))).toEqual(withoutAudit(before));
    },
  );
});

// A refusal may add an audit entry.
function withoutAudit({ auditEntry: _entries, auditHead: _heads, ...others }: Record<string, string>) {
  return others;
}

/** Returns a literal of the type with U+0000 in every string. */
function poisoned(type: GraphQLInputType): string {
  if (isNonNullType(type)) return poisoned(type.ofType);
  const name = String(type);
  if (isInputObjectType(type))
    return `{ ${Object.values(type.getFields())
      .map((field) => `${field.name}: ${poisoned(field.type)}`)
      .join(', ')} }`;
  if (isListType(type)) return `[${poisoned(type.ofType)}]`;
  if (name === 'ID' || name === 'String' || name === 'JSON') return String.raw`"a\u0000b"`;
  const literals: Record<string, string> = {
    ReferenceAudience: 'MINE',
    Int: '1',
    Float: '1',
    CredentialKind: 'BEARER',
    VaultDriver: 'KEY_VALUE',
    CapabilityMode: 'read',
    ConnectorSource: 'OPENAPI',
    OAuthGrant: 'CLIENT_CREDENTIALS',
    ClientAuthentication: 'POST',
    DateTime: '"2027-06-30T00:00:00.000Z"',
    Boolean: 'true',
    Role: 'VIEWER',
    ApprovalKind: 'MCP_SERVER',
    ApprovalStatus: 'PENDING',
    ApprovalVerdict: 'REJECT',
    QuotaPeriod: 'DAY',
    TimeBucket: 'HOUR',
    RequestChecks: 'REPORT',
    InvitationStatus: 'PENDING',
    Environment: 'SANDBOX',
    Date: '"2027-06-30"',
    ApiKeyScope: 'read',
    ApiKeyEffectiveStatus: 'ACTIVE',
    AuditOutcome: 'DENIED',
    ApplicationStatus: 'ACTIVE',
    WebhookDeliveryStatus: 'PENDING',
  };
  const literal = literals[name];
  if (literal === undefined) throw new Error(`Say here how a ${name} is written.`);
  return literal;
}
