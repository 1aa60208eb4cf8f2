import {
  classifyInboundRequest,
  type InboundHttpRequest,
  type JSONRPCNotification,
  type JSONRPCRequest,
} from '@modelcontextprotocol/server';
import type { FastifyRequest } from 'fastify';
import { codes, ProtocolError, versions, type Era } from './protocol.ts';

/** A posted message, by its era and its kind in JSON-RPC. */
export type Inbound =
  | { kind: 'request'; era: Era; message: JSONRPCRequest }
  | { kind: 'notification'; era: Era; message: JSONRPCNotification }
  /** To a request of this server, which sends none. */
  | { kind: 'response'; era: 'legacy' };

/** Classifies a POST by its body and its headers. Throws a ProtocolError if no era accepts it. */
export function inboundOf(request: FastifyRequest): Inbound {
  const outcome = classifyInboundRequest(asSent(request));
  if (outcome.kind === 'reject') {
    const { code, message, httpStatus: status, data } = outcome;
    throw new ProtocolError(code, message, { status, data });
  }
  if (outcome.kind === 'modern') {
    assertServed(outcome.classification.revision);
    return outcome.messageKind === 'request'
      ? { kind: 'request', era: 'modern', message: outcome.message }
      : { kind: 'notification', era: 'modern', message: outcome.message };
  }
  if (outcome.reason === 'batch')
    throw new ProtocolError(codes.invalidRequest, 'Send one message at a time. Batches are not supported.', {
      status: 400,
    });
  if (outcome.reason === 'response') return { kind: 'response', era: 'legacy' };
  return outcome.reason === 'notification'
    ? { kind: 'notification', era: 'legacy', message: request.body as JSONRPCNotification }
    : { kind: 'request', era: 'legacy', message: request.body as JSONRPCRequest };
}

function assertServed(revision: string | undefined): void {
  if (versions.modern.some((version) => version === revision)) return;
  const supported = versions.modern;
  throw new ProtocolError(codes.unsupportedVersion, `This server supports ${supported.join(', ')}.`, {
    status: 400,
    data: { supported, requested: revision ?? 'unknown' },
  });
}

function asSent({ method: httpMethod, headers, body }: FastifyRequest): InboundHttpRequest {
  const version = headers['mcp-protocol-version']?.toString();
  const method = headers['mcp-method']?.toString();
  const name = headers['mcp-name']?.toString();
  return {
    httpMethod,
    body,
    ...(version !== undefined && { protocolVersionHeader: version }),
    ...(method !== undefined && { mcpMethodHeader: method }),
    ...(name !== undefined && { mcpNameHeader: name }),
  };
}
