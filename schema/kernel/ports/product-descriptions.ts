import type { Finding } from '../../values/errors.ts';
import type { DescriptionCounts } from './descriptions.ts';

/** Reads the OpenAPI document of an API product. Its content is never trusted, and no reference is fetched. */
export interface ProductDescriptions {
  /**
   * Reads an OpenAPI 3.0 or 3.1 document in JSON or YAML. Yields the head, then operations, then findings and
   * the counts, no faster than the consumer reads them. Throws a DescriptionFailure, even midway. A document of
   * more than 500 operations fails.
   */
  read(document: Uint8Array, signal?: AbortSignal): AsyncIterable<ProductPart>;
}

export type ProductPart =
  | { part: 'HEAD'; head: ProductHead }
  | { part: 'OPERATION'; operation: DescribedOperation }
  /** An omitted or unusable part of the document, with the reason. */
  | { part: 'FINDING'; finding: Finding }
  | { part: 'END'; counts: DescriptionCounts };

export interface ProductHead {
  title: string;
  /** The version that the document states. It has no effect. */
  label: string;
  description: string;
}

/** A JSON Schema 2020-12 without external references. */
export type DescribedSchema = Record<string, unknown>;

/** One operation of an API product. */
export interface DescribedOperation {
  /** The operation’s id if it is unique in the document, otherwise `GET /path`. */
  operationId: string;
  /** In upper case. */
  method: string;
  /** The template, such as `/orders/{id}`. */
  path: string;
  title: string;
  description: string;
  parameters: DescribedParameter[];
  /** Null if the operation describes no body. */
  body: DescribedBody | null;
  /** By status, lowest first; ranges such as `4XX` follow, then `default`. */
  answers: DescribedAnswer[];
}

export interface DescribedParameter {
  name: string;
  in: 'path' | 'query' | 'header';
  /** The OpenAPI style, or `json` for a value sent as JSON text. */
  style: string;
  explode: boolean;
  required: boolean;
  /** Includes the description of the parameter. */
  schema: DescribedSchema;
}

export interface DescribedBody {
  required: boolean;
  /** One for each media type. */
  contents: { contentType: string; schema: DescribedSchema }[];
}

export interface DescribedAnswer {
  /** `200`, `2XX` or `default`. */
  status: string;
  description: string;
  /** One for each media type; empty if the answer has no body. */
  contents: DescribedContent[];
}

export interface DescribedContent {
  /** In lower case, without parameters. */
  contentType: string;
  /** Null if the document states none. */
  schema: DescribedSchema | null;
  /** The examples of the media type that conform to the schema, if any, in order. `example` has an empty name. */
  examples: { name: string; value: unknown }[];
  /** A value of at most 64 KiB made from the schema; null if there is no schema or none could be made. */
  sample: { value: unknown; isFit: boolean } | null;
}
