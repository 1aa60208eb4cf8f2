/** The public API of the package. */

export { createClient, type CallOptions, type Client, type RequestOptions } from './client.ts';
export type { Clock } from './clock.ts';
export {
  clientErrors,
  gatewayErrors,
  isSallyportError,
  SallyportError,
  type ErrorCode,
  type Finding,
} from './errors.ts';
export type { ClientOptions, Preferences, Proof, Scope } from './options.ts';
export type { Settling } from './settled.ts';
export type {
  ArgumentLimit,
  Capability,
  CapabilityAnswer,
  CapabilityDescription,
  CapabilityPage,
  Cut,
  Describe,
  Mode,
  Read,
  RequestToolCall,
  Search,
  Selection,
  ToolCall,
  ToolCallStatus,
  WebhookMessage,
} from './types.ts';
export {
  verifyWebhook,
  WebhookError,
  webhookErrors,
  type VerifyOptions,
  type WebhookErrorCode,
  type WebhookHeaders,
} from './webhook.ts';
export { createProductClient, type ProductClientOptions } from './product.ts';
export { productTypes, type ProductDocument } from './product-types.ts';
