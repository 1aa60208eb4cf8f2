import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { Kind, type DocumentNode } from 'graphql';
import type { z } from 'zod';
import type { ErrorCode } from '../../schema/values/errors.ts';
import type { Credential } from '../http/credential.ts';
import type { Method } from '../http/other-methods.ts';

type Out<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** The value of the document's one root field, which is there whenever the run did not throw. */
type Root<Data> = NonNullable<Data[keyof Data]>;

/** What the path says of a parameter and the document does not take: that it belongs to what another one names. */
export interface Place {
  parameter: string;
  /** Looks it up; its variables are the parameters. */
  document: TypedDocumentNode<Record<string, unknown>, Record<string, unknown>>;
  /** Whether it belongs there, by the document's root field. */
  holds: (root: unknown) => boolean;
}

/** The same, checked against the document's types. */
export function place<Data, Variables>(
  parameter: keyof Variables & string,
  document: TypedDocumentNode<Data, Variables>,
  holds: (root: Root<Data>) => boolean,
): Place {
  return { parameter, document, holds } as unknown as Place;
}

export interface Accepted<Value> {
  answer: z.ZodType;
  /** Null where the row's own answer is due. */
  reply: (value: Value) => object | null;
}

export interface RouteOptions<Data, Variables, Params, Query, Body, Answer extends z.ZodType> {
  credential: Credential;
  /** Where another row has the document's own name. */
  operationId?: string;
  summary: string;
  tag: string;
  params?: Params;
  place?: Place;
  query?: Query;
  body?: Body;
  /** Where bodies are larger than elsewhere. */
  bodyLimitBytes?: number;
  /** Whether it is asked so often that it has a fast path; running it changes nothing, also where it is refused. */
  isHot?: boolean;
  answer: Answer;
  /** 200 unless said otherwise. */
  status?: 200 | 201 | 202;
  variables: (request: { params: Out<Params>; query: Out<Query>; body: Out<Body> }) => Variables;
  reply: (root: Root<Data>) => z.input<Answer>;
  /** 202 where the command is accepted and what it asks for comes later. */
  accepted?: Accepted<Root<Data>>;
  /** The refusals that come from the operation itself, beside those of credential, permission and input. */
  errors?: readonly ErrorCode[];
}

/** A row as the server registers it. */
export interface Route {
  method: Method;
  path: string;
  operationId: string;
  document: TypedDocumentNode<Record<string, unknown>, Record<string, unknown>>;
  credential: Credential;
  summary: string;
  tag: string;
  params: z.ZodType | undefined;
  place?: Place;
  query: z.ZodType | undefined;
  body: z.ZodType | undefined;
  bodyLimitBytes?: number;
  isHot: boolean;
  answer: z.ZodType;
  status: 200 | 201 | 202;
  variables: (request: { params: unknown; query: unknown; body: unknown }) => Record<string, unknown>;
  reply: (root: unknown) => unknown;
  accepted?: Accepted<unknown>;
  errors: readonly ErrorCode[];
}

/**
 * One path of the API: a document, how the request becomes its variables and its root field the answer. Both are
 * checked against the document's types, so a wrong mapping does not compile.
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

/** The operation of a document, `RotateApiKey`, is `rotateApiKey` in the API description. */
function operationIdOf(document: DocumentNode): string {
  for (const definition of document.definitions) {
    const name = definition.kind === Kind.OPERATION_DEFINITION ? definition.name?.value : undefined;
    if (name) return name.charAt(0).toLowerCase() + name.slice(1);
  }
  throw new Error('A document of a route has no named operation.');
}
