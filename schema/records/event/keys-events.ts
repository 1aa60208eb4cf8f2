import { z } from 'zod';
import { apiKeyScopes, apiKeyStatuses, environments } from '../../../db/models/api-key.ts';
import { apiProductStatuses } from '../../../db/models/api-product.ts';
import { apiProductVersionStatuses } from '../../../db/models/api-product-version.ts';
import { applicationStatuses } from '../../../db/models/application.ts';
import { productAssignmentStatuses, quotaPeriods } from '../../../db/models/product-assignment.ts';
import { testReceiptKinds, testReceiptStatuses, testReceiptVias } from '../../../db/models/test-receipt.ts';
import { productionAccessStatuses } from '../../../db/models/production-access.ts';
import { eventsOf } from './events-of.ts';

const application = z.object({
  name: z.string(),
  description: z.string(),
  status: z.enum(applicationStatuses),
});

const apiKey = z.object({
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

const apiProduct = z.object({
  slug: z.string(),
  name: z.string(),
  ownerId: z.string(),
  status: z.enum(apiProductStatuses),
});

const apiProductVersion = z.object({
  productId: z.string(),
  major: z.number(),
  number: z.number(),
  label: z.string(),
  digest: z.string(),
  status: z.enum(apiProductVersionStatuses),
  retiresAt: z.string().nullable(),
});

const productAssignment = z.object({
  applicationId: z.string(),
  productId: z.string(),
  slug: z.string(),
  major: z.number(),
  environment: z.enum(environments),
  operations: z.array(z.string()).nullable(),
  quotaLimit: z.number().nullable(),
  quotaPeriod: z.enum(quotaPeriods).nullable(),
  status: z.enum(productAssignmentStatuses),
});

const applicationSandbox = z.object({
  applicationId: z.string(),
  seed: z.string(),
  time: z.string().nullable(),
});

const testReceipt = z.object({
  applicationId: z.string(),
  kind: z.enum(testReceiptKinds),
  productId: z.string(),
  slug: z.string(),
  apiProductVersionId: z.string(),
  operation: z.string(),
  requestConforms: z.boolean(),
  answerConforms: z.boolean().nullable(),
  via: z.enum(testReceiptVias).nullable(),
  apiKeyId: z.string().nullable(),
  status: z.enum(testReceiptStatuses),
});

const productionAccess = z.object({
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

/** The events of the keys wing. */
export const keysEvents = {
  ...eventsOf('api_product', apiProduct, {
    'api_product.created': 'An API product was created.',
    'api_product.updated': 'The name, the description or the owner of an API product changed.',
    'api_product.retired': 'An API product was retired.',
  }),
  ...eventsOf('application', application, {
    'application.created': 'An application was created.',
    'application.updated': 'The name or the description of an application changed.',
    'application.suspended': 'An application was suspended, and its keys stopped.',
    'application.reactivated': 'A suspended application was reactivated.',
    'application.deleted': 'An application was deleted, and its keys stopped.',
    'application.restored': 'A deleted application was restored.',
  }),
  ...eventsOf('api_product_version', apiProductVersion, {
    'api_product.version_created': 'A draft of a version of an API product was created.',
    'api_product.version_updated': 'The document or the request checks of a draft changed.',
    'api_product.version_discarded': 'A draft of a version of an API product was discarded.',
    'api_product.version_published': 'A version of an API product was published.',
    'api_product.version_superseded': 'A version of an API product was replaced by a later one of its major.',
    'api_product.version_activated': 'A version of an API product answers live keys.',
    'api_product.version_deactivated': 'A version of an API product no longer answers live keys.',
    'api_product.version_deprecated': 'The end of a version of an API product was announced.',
    'api_product.version_retired': 'A version of an API product was retired, and is no longer served.',
  }),
  ...eventsOf('api_product_version', apiProductVersion, {
    'product_upstream.circuit_opened':
      'The service behind an API product failed several times, and calls are refused.',
    'product_upstream.circuit_closed': 'The service behind an API product answers again.',
  }),
  ...eventsOf('product_assignment', productAssignment, {
    'application.product.assigned': 'An API product was assigned to an application.',
    'application.product.updated': 'The operations or the quota of an assigned API product changed.',
    'application.product.unassigned': 'An API product is no longer assigned to an application.',
  }),
  ...eventsOf('application_sandbox', applicationSandbox, {
    'sandbox.reset': 'Everything that calls made in the sandbox of an application was deleted.',
    'sandbox.clock_set': 'The time in the sandbox of an application was set.',
  }),
  ...eventsOf('test_receipt', testReceipt, {
    'sandbox.explored': 'A member called an operation of an API product in the explorer, as a sandbox key.',
    'sandbox.check_completed': 'Samples of a request body were checked against an API product.',
    'sandbox.receipt_revoked': 'A test receipt was revoked.',
  }),
  ...eventsOf('production_access', productionAccess, {
    'application.production_access.submitted':
      'Production access was requested, which a different person decides.',
    'application.production_access.changes_requested':
      'A request for production access was sent back for changes.',
    'application.production_access.approved': 'Production access was approved; live keys can be created.',
    'application.production_access.rejected': 'A request for production access was rejected.',
    'application.production_access.withdrawn': 'A request for production access was withdrawn.',
    'application.production_access.expired': 'A request for production access expired without a decision.',
    'application.production_access.suspended': 'Production access was suspended, and the live keys stopped.',
    'application.production_access.revoked': 'Production access and its live keys were revoked.',
    'application.production_access.review_overdue':
      'The review of production access is overdue; the live keys keep working.',
  }),
  ...eventsOf('production_access', productionAccess.extend({ daysLeft: z.number() }), {
    'application.production_access.review_due': 'Production access is due for a review in 30, 7 or 1 days.',
  }),
  ...eventsOf('api_key', apiKey, {
    'api_key.created': 'An API key was created.',
    'api_key.successor_created': 'A successor of an API key was created; both work for some hours.',
    'api_key.rotated': 'The secret of an API key was rotated, and the old one stopped.',
    'api_key.revoked': 'An API key was revoked permanently.',
    'api_key.drained': 'An API key with a successor has had no calls for 24 hours.',
    'api_key.expired': 'An API key expired.',
  }),
  ...eventsOf('api_key', apiKey.extend({ daysLeft: z.number() }), {
    'api_key.expiring': 'An API key expires in 30, 7 or 1 days.',
  }),
};
