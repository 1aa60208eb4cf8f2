import { globSync } from 'node:fs';
import { join } from 'node:path';
import { getNamedType, isEnumType, isInputObjectType, isObjectType, type GraphQLNamedType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { schema } from '../../schema/index.ts';

/** Shapes that have another name than their type. */
const namedAfter: Record<string, string> = {
  ShownApiKey: 'ApiKey',
  ListedApprovalRequest: 'ApprovalRequest',
  DecidedRequests: 'DecideRequestsPayload',
  AdoptedAutomation: 'Automation',
  ShownAutomationCredential: 'AutomationCredential',
  ShownMcpCredential: 'McpCredential',
  GivenArgumentLimit: 'ArgumentLimitInput',
  SearchGranted: 'GrantedCapability',
  AutomationTokenRequest: 'IssueAutomationTokenInput',
  AutomationToken: 'IssueAutomationTokenPayload',
  BegunAuthorization: 'AuthorizeConnectionPayload',
  CapabilityDetail: 'Capability',
  CompleteAuthorization: 'CompleteConnectionAuthorizationInput',
  ConnectorDetail: 'Connector',
  SampleCheck: 'CheckSampleDataPayload',
  ApiProductVersionDetail: 'ApiProductVersion',
  ListedChangelogEntry: 'ApiProductVersion',
  CredentialReferenceDetail: 'CredentialReference',
  KeyVerification: 'ApiKeyVerification',
  ChangeRole: 'ChangeMemberRoleInput',
  SessionGrant: 'SignInPayload',
  SignUpGrant: 'SignUpPayload',
  AcceptedInvitation: 'AcceptInvitationPayload',
  ReplacedPassword: 'ResetPasswordPayload',
  ShownWebhookEndpoint: 'WebhookEndpoint',
  WebhookDeliveryDetail: 'WebhookDelivery',
};

type Type = GraphQLNamedType | undefined;

interface Values {
  where: string;
  ours: readonly unknown[];
  /** Null if the schema has no such field with an enum type. */
  schemas: readonly unknown[] | null;
}

function valuesIn(where: string, shape: unknown, type: Type): Values[] {
  if (shape instanceof z.ZodOptional || shape instanceof z.ZodNullable)
    return valuesIn(where, shape.unwrap(), type);
  if (shape instanceof z.ZodArray) return valuesIn(where, shape.element, type);
  if (shape instanceof z.ZodEnum) {
    const schemas = isEnumType(type) ? type.getValues().map(({ value }): unknown => value) : null;
    return [{ where, ours: shape.options, schemas }];
  }
  if (!(shape instanceof z.ZodObject)) return [];
  const fields = isObjectType(type) || isInputObjectType(type) ? type.getFields() : {};
  return Object.entries(shape.shape).flatMap(([name, field]) =>
    valuesIn(`${where}.${name}`, field, fields[name] && getNamedType(fields[name].type)),
  );
}

const files = await Promise.all(
  globSync('adapters/http/shapes/*.ts').map(
    async (file) => (await import(join(process.cwd(), file))) as object,
  ),
);
const shapes = files.flatMap((file) => Object.entries(file) as [string, unknown][]);
const values = shapes.flatMap(([name, shape]) => {
  // The codes of a problem come from the error table by construction.
  if (!(shape instanceof z.ZodObject) || name === 'Problem') return [];
  const id = shape.meta()?.id ?? name;
  const type = [id, `${id}Input`, namedAfter[id] ?? ''].map((known) => schema.getType(known)).find(Boolean);
  return valuesIn(id, shape, type);
});

describe('the values of REST', () => {
  it('are found in the shapes', () => {
    expect(values.length).toBeGreaterThan(10);
  });

  it.each(values)('$where are those of the schema, which are those of the models', ({ ours, schemas }) => {
    expect(new Set(ours)).toEqual(new Set(schemas));
  });
});
