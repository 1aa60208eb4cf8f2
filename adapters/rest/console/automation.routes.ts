import { z } from 'zod';
import * as documents from '../../documents.generated.ts';
import { pageArgs, pageReply } from '../../http/page.ts';
import { route } from '../route.ts';
import {
  AdoptedAutomation,
  Automation,
  AutomationCredential,
  CreateAutomation,
  CreateAutomationCredential,
  OfferAutomation,
  RotateAutomationCredential,
  ShownAutomationCredential,
  UpdateAutomation,
} from '../../http/shapes/automation.ts';
import { Reason, listOf, listQuery } from '../../http/shapes/common.ts';

const tag = 'Automations';
const byId = z.object({ id: z.string() });
const ofAutomation = z.object({ automationId: z.string() });
const ofCredential = z.object({ automationId: z.string(), credentialId: z.string() });
const address = ({ automationId, credentialId }: z.output<typeof ofCredential>) => ({
  automationId,
  id: credentialId,
});

export const automationRoutes = [
  route('GET', '/api/console/automations', documents.AutomationsDocument, {
    credential: 'session',
    tag,
    summary: 'List the automations',
    query: listQuery,
    answer: listOf(Automation),
    variables: ({ query }) => pageArgs(query),
    reply: pageReply,
  }),
  route('POST', '/api/console/automations', documents.CreateAutomationDocument, {
    credential: 'session',
    tag,
    summary: 'Create a program as a separate member',
    body: CreateAutomation,
    answer: Automation,
    status: 201,
    variables: ({ body }) => ({ input: body }),
    reply: ({ automation }) => automation,
    errors: ['rank_too_low'],
  }),
  route('GET', '/api/console/automations/:id', documents.AutomationDocument, {
    credential: 'session',
    tag,
    summary: 'Read an automation',
    params: byId,
    answer: Automation,
    variables: ({ params }) => params,
    reply: (automation) => automation,
  }),
  route('PATCH', '/api/console/automations/:id', documents.UpdateAutomationDocument, {
    credential: 'session',
    tag,
    summary: 'Change an automation’s name or description',
    params: byId,
    body: UpdateAutomation,
    answer: Automation,
    variables: ({ params, body }) => ({ input: { ...body, ...params } }),
    reply: ({ automation }) => automation,
  }),
  route('DELETE', '/api/console/automations/:id', documents.RemoveAutomationDocument, {
    credential: 'session',
    tag,
    summary: 'Remove an automation permanently',
    params: byId,
    answer: Automation,
    variables: ({ params }) => ({ input: params }),
    reply: ({ automation }) => automation,
  }),
  route('POST', '/api/console/automations/:id/offer', documents.OfferAutomationDocument, {
    credential: 'session',
    tag,
    summary: 'Offer an automation to a member, who becomes its owner by adopting it',
    params: byId,
    body: OfferAutomation,
    answer: Automation,
    variables: ({ params, body }) => ({ input: { ...body, ...params } }),
    reply: ({ automation }) => automation,
    errors: ['invalid_transition'],
  }),
  route('POST', '/api/console/automations/:id/adopt', documents.AdoptAutomationDocument, {
    credential: 'session',
    tag,
    summary: 'Adopt an automation that was offered to the caller',
    params: byId,
    answer: AdoptedAutomation,
    variables: ({ params }) => ({ input: params }),
    reply: ({ automation, ...adopted }) => ({ ...automation, ...adopted }),
    errors: ['invalid_transition'],
  }),
  route(
    'GET',
    '/api/console/automations/:automationId/credentials',
    documents.AutomationCredentialsDocument,
    {
      credential: 'session',
      tag,
      summary: 'List the credentials of an automation',
      params: ofAutomation,
      query: listQuery,
      answer: listOf(AutomationCredential),
      variables: ({ params, query }) => ({ ...params, ...pageArgs(query) }),
      reply: pageReply,
    },
  ),
  route(
    'POST',
    '/api/console/automations/:automationId/credentials',
    documents.CreateAutomationCredentialDocument,
    {
      credential: 'session',
      tag,
      summary: 'Create a credential from a public key, or with a secret that is returned only once',
      params: ofAutomation,
      body: CreateAutomationCredential,
      answer: ShownAutomationCredential,
      status: 201,
      variables: ({ params, body }) => ({ input: { ...body, ...params } }),
      reply: ({ automationCredential, ...shown }) => ({ ...automationCredential, ...shown }),
      errors: ['limit_reached', 'expiry_out_of_range'],
    },
  ),
  route(
    'POST',
    '/api/console/automations/:automationId/credentials/:credentialId/rotate',
    documents.RotateAutomationCredentialDocument,
    {
      credential: 'session',
      tag,
      summary: 'Replace a credential’s secret or public key; the old one and its tokens stop immediately',
      params: ofCredential,
      body: RotateAutomationCredential.optional(),
      answer: ShownAutomationCredential,
      variables: ({ params, body }) => ({ input: { ...body, ...address(params) } }),
      reply: ({ automationCredential, ...shown }) => ({ ...automationCredential, ...shown }),
      errors: ['invalid_transition'],
    },
  ),
  route(
    'POST',
    '/api/console/automations/:automationId/credentials/:credentialId/revoke',
    documents.RevokeAutomationCredentialDocument,
    {
      credential: 'session',
      tag,
      summary: 'Revoke a credential and its tokens permanently',
      params: ofCredential,
      body: Reason.optional(),
      answer: AutomationCredential,
      variables: ({ params, body }) => ({ input: { ...body, ...address(params) } }),
      reply: ({ automationCredential }) => automationCredential,
      errors: ['invalid_transition'],
    },
  ),
];
