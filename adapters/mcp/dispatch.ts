import { SERVER_INFO_META_KEY } from '@modelcontextprotocol/server';
import { JSONRPCServer, type JSONRPCResponse } from 'json-rpc-2.0';
import type { z } from 'zod';
import type { Log } from '../../schema/kernel/ports/log.ts';
import { toRefusal } from '../../schema/kernel/to-refusal.ts';
import type { Method } from './method.ts';
import {
  codes,
  errorResponse,
  idOf,
  ProtocolError,
  quoted,
  type Call,
  type Era,
  type ErrorResponse,
} from './protocol.ts';

export interface Dispatch {
  /** Returns the method of an era. Throws a ProtocolError if there is none. */
  find(era: Era, name: string): Method;
  /** Answers a request whose parameters are already parsed. */
  run(method: Method, request: { id: string | number; params: unknown }, call: Call): Promise<Reply>;
}

export type Reply = ErrorResponse | { jsonrpc: '2.0'; id: string | number; result: object };

export interface Self {
  name: string;
  title: string;
  version: string;
}

/**
 * Creates the method tables, one for each era. It uses only the table of json-rpc-2.0: the parser, batches
 * and error messages reveal too much, or throw.
 */
export function createDispatch(methods: readonly Method[], self: Self, log: Log): Dispatch {
  const tables = {
    legacy: tableOf('legacy', methods, self, log),
    modern: tableOf('modern', methods, self, log),
  };
  return {
    find(era, name) {
      const found = methods.find((it) => it.name === name && it.eras.includes(era));
      if (!found)
        throw new ProtocolError(codes.methodNotFound, `The method ${quoted(name)} does not exist.`, {
          status: era === 'modern' ? 404 : 200,
        });
      return found;
    },
    async run({ name }, { id, params }, call) {
      const response = await tables[call.era].receive({ jsonrpc: '2.0', id, method: name, params }, call);
      if (!response) throw new Error(`The method ${name} was not answered.`);
      return response as Reply;
    },
  };
}

function tableOf(era: Era, methods: readonly Method[], self: Self, log: Log): JSONRPCServer<Call> {
  // An unexpected error is already logged, with its request.
  const table = new JSONRPCServer<Call>({ errorListener: () => {} });
  table.mapErrorToJSONRPCErrorResponse = (id, error: unknown) =>
    errorResponse(error instanceof ProtocolError ? error : unforeseen(), idOf({ id })) as JSONRPCResponse &
      ErrorResponse;
  for (const row of methods.filter(({ eras }) => eras.includes(era)))
    table.addMethod(row.name, async (params: unknown, call) => {
      try {
        const result = stamped(await row.handle(params, call), row, era, self);
        assertResult(row.result, result);
        return result;
      } catch (error) {
        throw error instanceof ProtocolError ? error : told(log, call, error);
      }
    });
  return table;
}

// From 2026-07-28 on, a result names its server and whether it is complete; a list also a cache time.
function stamped(result: object, { cache }: Method, era: Era, self: Self): object {
  if (era === 'legacy') return result;
  const { _meta: meta } = result as { _meta?: object };
  return { resultType: 'complete', ...cache, ...result, _meta: { ...meta, [SERVER_INFO_META_KEY]: self } };
}

function assertResult(schema: z.ZodType, result: unknown): void {
  const { error } = schema.safeParse(result);
  if (error) throw error;
}

/** Returns an error with the refusal's code and the request id; logs a failure of the server. */
function told(log: Log, { ctx: { client } }: Call, error: unknown): ProtocolError {
  const { requestId } = client;
  const { message, code } = toRefusal(log, requestId, error);
  return new ProtocolError(codes.internalError, message, { data: { code, requestId } });
}

function unforeseen(): ProtocolError {
  return new ProtocolError(codes.internalError, 'The server failed.');
}
