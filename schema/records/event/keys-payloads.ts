import { z } from 'zod';
import { apiKeyScopes, apiKeyStatuses, environments } from '../../../db/models/api-key.ts';
import { applicationStatuses } from '../../../db/models/application.ts';
import { productionAccessStatuses } from '../../../db/models/production-access.ts';

export const application = z.object({
  name: z.string(),
  description: z.string(),
  status: z.enum(applicationStatuses),
});

export const apiKey = z.object({
  applicationId: z.string(),
  environment: z.enum(environments),
  name: z.string(),
  scopes: z.array(z.enum(apiKeyScopes)),
  prefix: z.string(),
  lastFour: z.string(),
  expiresOn: z.string().nullable(),
  status: z.enum(apiKeyStatuses),
  version: z.number(),
});

export const productionAccess = z.object({
  applicationId: z.string(),
  status: z.enum(productionAccessStatuses),
  revision: z.number(),
  requestedProducts: z.array(z.string()),
  requestedBy: z.string(),
  approvalRequestId: z.string().nullable(),
  approvers: z.array(z.string()),
  reason: z.string().nullable(),
  approvedAt: z.string().nullable(),
  reviewBy: z.string().nullable(),
});
