import type { CalledCapability, CapabilityMode } from '../../../db/models/capability.ts';
import type { Ports } from '../../kernel/context.ts';
import type { DescribedScheme } from '../../kernel/ports/descriptions.ts';
import type { ReviewedTool } from '../../kernel/ports/remote-tools.ts';
import type { ReadBounds } from './cut.ts';
import type { InjectedCredential } from './inject.ts';
import { operationOf } from './operation.ts';
import { patientSeconds, usualBytes, usualRows, usualSeconds } from './rules.ts';

/** The provider to call, with a credential. */
export interface Provider {
  /** The id of the connection, which has its own circuit. */
  key: string;
  base: URL;
  credential: InjectedCredential | null;
  /** The current security schemes; null if the whole credential is sent regardless of them. */
  schemes: readonly DescribedScheme[] | null;
}

export interface CallBounds extends ReadBounds {
  /** From the DNS lookup to the last byte of the answer. */
  seconds: number;
}

export const usualBounds: CallBounds = { rows: usualRows, bytes: usualBytes, seconds: usualSeconds };

/** Returns the default bounds of a call. */
export function boundsOf(capability: CalledCapability): CallBounds {
  return operationOf(capability).kind === 'TOOL' ? { ...usualBounds, seconds: patientSeconds } : usualBounds;
}

export interface CapabilityCall {
  capability: CalledCapability;
  /** The mode of this call. A tool that is marked as a read is described as a write. */
  mode: CapabilityMode;
  arguments: Readonly<Record<string, unknown>>;
  bounds: CallBounds;
  /** The requested parts of the answer (RFC 6901), as in `pick`; null for all. */
  fields: readonly string[] | null;
  /** The caller’s W3C Trace Context, if any. */
  traceparent: string | null;
  /** Aborts a read; null if the call must not be aborted. */
  signal: AbortSignal | null;
  /** The stored description, to compare with the server’s list; null without a comparison. */
  reviewed: ReviewedTool | null;
  /** Runs before each attempt, and throws if the call may no longer be sent. Null if nothing can end it. */
  assertStill: (() => Promise<void>) | null;
}

export type GatewayPorts = Pick<Ports, 'breakers' | 'clock' | 'egress' | 'jsonSchemas' | 'remoteTools'>;
