import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { Kind, type DocumentNode } from 'graphql';
import type { z } from 'zod';
import type { ErrorCode } from '../../schema/values/error-table.ts';
import type { Credential } from '../http/credential.ts';
import type { SessionStep } from './cookie-session.ts';
import type { ExportAnswer } from './send-export.ts';
import type { Method } from '../http/other-methods.ts';

type Out<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** The value of the document's only root field, which exists whenever the run did not throw. */
type Root<Data> = NonNullable<Data[keyof Data]>;

/** A check that the document lacks: the resource of one parameter belongs to that of another, its parent. */
export interface ParentCheck {
  parameter: string;
  /** Looks up the relation; its variables are the parameters of the path. */
  document: TypedDocumentNode<Record<string, unknown>, Record<string, unknown>>;
  /** Whether the relation holds, by the value of the root field. */
  holds: (root: unknown) => boolean;
}

/** Defines the check, with the document's types. */
export function parentCheck<Data, Variables>(
  parameter: keyof Variables & string,
  document: TypedDocumentNode<Data, Variables>,
  holds: (root: Root<Data>) => boolean,
): ParentCheck {
  return { parameter, document, holds } as unknown as ParentCheck;
}

export interface Accepted<Value> {
  answer: z.ZodType;
  /** Returns the body of a 202, or null for the usual answer of the route. */
  reply: (value: Value) => object | null;
}

/** A text that is the answer, instead of the JSON of its shape. */
export interface TextAnswer {
  type: string;
  /** Returns the text of the value that `reply` returns. A slow one yields to other requests. */
  textOf: (value: object) => string | Promise<string>;
}

export interface RouteOptions<Data, Variables, Params, Query, Body, Answer extends z.ZodType> {
  credential: Exclude<Credential, 'liveKey'>;
  /** Set if it works on sessions, which a browser may have in a cookie. */
  session?: SessionStep;
  /** Whether its answer may be held, so that it ends when the client hangs up. */
  mayWait?: true;
  /** Set if another route uses the name of the document. */
  operationId?: string;
  summary: string;
  tag: string;
  params?: Params;
  parent?: ParentCheck;
  query?: Query;
  body?: Body;
  /** Set if the route accepts larger bodies than others. */
  bodyLimitBytes?: number;
  /** Whether the route has a fast path because it is called often; running it must change nothing. */
  isHot?: boolean;
  answer: Answer;
  /** Set if the answer is a text: it has an ETag of its content, and may be 304. */
  text?: TextAnswer;
  /** Set if all rows of the list are the answer, in the `format` of the query. */
  exported?: ExportAnswer;
  /** 200 by default. */
  status?: 200 | 201 | 202;
  variables: (request: { params: Out<Params>; query: Out<Query>; body: Out<Body> }) => Variables;
  reply: (root: Root<Data>, request: { query: Out<Query> }) => z.input<Answer>;
  /** Set if the route can answer 202, when it accepts a command whose result comes later. */
  accepted?: Accepted<Root<Data>>;
  /** The refusals of the operation itself, beside those for credential, permission and input. */
  errors?: readonly ErrorCode[];
}

/** A route as the server registers it. */
export interface Route {
  method: Method;
  path: string;
  operationId: string;
  document: TypedDocumentNode<Record<string, unknown>, Record<string, unknown>>;
  credential: Exclude<Credential, 'liveKey'>;
  /** Set if it works on sessions, which a browser may have in a cookie. */
  session?: SessionStep;
  /** Whether its answer may be held, so that it ends when the client hangs up. */
  mayWait?: true;
  summary: string;
  tag: string;
  params: z.ZodType | undefined;
  parent?: ParentCheck;
  query: z.ZodType | undefined;
  body: z.ZodType | undefined;
  bodyLimitBytes?: number;
  isHot: boolean;
  answer: z.ZodType;
  text?: TextAnswer;
  exported?: ExportAnswer;
  status: 200 | 201 | 202;
  variables: (request: { params: unknown; query: unknown; body: unknown }) => Record<string, unknown>;
  reply: (root: unknown, request: { query: unknown }) => unknown;
  accepted?: Accepted<unknown>;
  errors: readonly ErrorCode[];
}

/**
 * Defines one path of the API: a document, the mapping of the request to its variables, and of its root field
 * to the answer. TypeScript checks both mappings against the document's types.
 */
export function route<
  Data,
  Variables,
  Answer extends z.ZodType,
  Params extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(
  method: Method,
  path: string,
  document: TypedDocumentNode<Data, Variables>,
  options: RouteOptions<Data, Variables, Params, Query, Body, Answer>,
): Route {
  const { params, query, body, status = 200, errors = [], isHot = false } = options;
  const { operationId = operationIdOf(document) } = options;
  const row = {
    ...options,
    method,
    path,
    operationId,
    document,
    params,
    query,
    body,
  };
  return { ...row, status, errors, isHot } as unknown as Route;
}

/** Returns the operation id: `rotateApiKey` for a document with the operation `RotateApiKey`. */
function operationIdOf(document: DocumentNode): string {
  for (const definition of document.definitions) {
    const name = definition.kind === Kind.OPERATION_DEFINITION ? definition.name?.value : undefined;
    if (name) return name.charAt(0).toLowerCase() + name.slice(1);
  }
  throw new Error('A document of a route has no named operation.');
}
