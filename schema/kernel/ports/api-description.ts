import type { Refusal } from '../../values/errors.ts';
import type { Caller } from '../access/caller.ts';

/** The OpenAPI description of this server’s own API, without API products. */
export interface ApiDescription {
  /** Returns the document. It is shared, so a caller copies what it changes. */
  document(): OpenApiDocument;
  /** By operation id. */
  operations: ReadonlyMap<string, ApiOperation>;
}

export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; [field: string]: unknown };
  paths: Record<string, Record<string, unknown>>;
  components: {
    schemas: Record<string, unknown>;
    securitySchemes: Record<string, unknown>;
    [kind: string]: unknown;
  };
  [field: string]: unknown;
}

export interface ApiOperation {
  method: string;
  /** Whether a sandbox key calls it. */
  isForSandboxKeys: boolean;
  /** Returns the refusal of a caller who may not call it; null if they may. */
  refusalFor(caller: Caller): Refusal | null;
}
