import type { Capability, CapabilityMode } from '../../../db/models/capability.ts';
import type { Ports } from '../../kernel/context.ts';
import type { DescribedScheme } from '../../kernel/ports/descriptions.ts';
import type { ReviewedTool } from '../../kernel/ports/remote-tools.ts';
import type { ReadBounds } from './cut.ts';
import type { InjectedCredential } from './inject.ts';
import { operationOf } from './operation.ts';
import { patientSeconds, usualBytes, usualRows, usualSeconds } from './rules.ts';

/** Who is called, and as whom. */
export interface Provider {
  /** Whose circuit it is: the connection. */
  key: string;
  base: URL;
  credential: InjectedCredential | null;
  /** The ways to prove who calls, as they are described now; null where the credential goes along whatever they are. */
  schemes: readonly DescribedScheme[] | null;
}

export interface CallBounds extends ReadBounds {
  /** From the first look for the provider to the last byte of its answer. */
  seconds: number;
}

export const usualBounds: CallBounds = { rows: usualRows, bytes: usualBytes, seconds: usualSeconds };

/** What a call may take unless somebody says otherwise. */
export function boundsOf(capability: Capability): CallBounds {
  const seconds = operationOf(capability).kind === 'TOOL' ? patientSeconds : usualSeconds;
  return { ...usualBounds, seconds };
}

export interface CapabilityCall {
  capability: Capability;
  /** As what it is run: what is marked as a read is described as a write. */
  mode: CapabilityMode;
  arguments: Readonly<Record<string, unknown>>;
  bounds: CallBounds;
  /** The parts of the answer that are wanted, by RFC 6901 as `pick` has it; null for all of it. */
  fields: readonly string[] | null;
  /** W3C Trace Context, of whoever asked for it. */
  traceparent: string | null;
  /** Gives it up before its end, where it only looks; null where it is not to be. */
  signal: AbortSignal | null;
  /** A tool as it was described; null where that is not asked of its server. */
  reviewed: ReviewedTool | null;
  /** Asked right before each sending; throws where it may not go out any more. Null where nothing can end it. */
  assertStill: (() => Promise<void>) | null;
}

export type GatewayPorts = Pick<Ports, 'breakers' | 'clock' | 'egress' | 'jsonSchemas' | 'remoteTools'>;
