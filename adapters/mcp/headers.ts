import type { FastifyRequest } from 'fastify';
import { codes, ProtocolError } from './protocol.ts';

type Headers = FastifyRequest['headers'];

/**
 * Throws unless a request of 2026-07-28 has its version and its method in headers. Their values were compared
 * when the era was determined.
 */
export function assertMethodHeader(headers: Headers): void {
  if (headers['mcp-protocol-version'] === undefined)
    throw mismatch('The header MCP-Protocol-Version is missing. Send what `_meta` names.');
  if (headers['mcp-method'] === undefined)
    throw mismatch('The header Mcp-Method is missing. Send the method of the message.');
}

/** Throws unless the header `Mcp-Name` equals the name; a name that is no string is refused later. */
export function assertNameHeader(headers: Headers, name: unknown): void {
  if (typeof name !== 'string') return;
  const given = headers['mcp-name']?.toString();
  if (given === undefined) throw mismatch('The header Mcp-Name is missing. Send what the message names.');
  const told = decoded(given.trim());
  if (told === null) throw mismatch('The header Mcp-Name is not valid `=?base64?…?=`.');
  if (told !== name) throw mismatch('The header Mcp-Name does not match the message.');
}

const encoded = /^=\?base64\?(.*)\?=$/i;

// Text that no header can contain comes as base64 of UTF-8.
function decoded(value: string): string | null {
  const base64 = encoded.exec(value)?.[1];
  if (base64 === undefined) return value;
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.toString('base64') !== base64) return null;
  const text = bytes.toString();
  return Buffer.from(text).equals(bytes) ? text : null;
}

function mismatch(message: string): ProtocolError {
  return new ProtocolError(codes.headerMismatch, message, { status: 400 });
}
