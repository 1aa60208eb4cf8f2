import type { Ports } from '../../schema/kernel/context.ts';
import type { OAuthRecords } from '../../schema/kernel/ports/oauth-records.ts';
import type { Settings } from '../../schema/kernel/ports/settings.ts';
import type { KeyRing } from '../../schema/identity/session/key-ring.ts';

/** What surfaces need of the process: the ports of the schema, and what no command uses. */
export interface SurfacePorts extends Ports {
  readonly tokens: KeyRing;
  readonly oauthRecords: OAuthRecords;
}

/** The part of the configuration that surfaces read. */
export interface SurfaceConfig {
  readonly environment: 'development' | 'production';
  readonly baseUrl: string;
  readonly sandboxUrl: string;
  readonly trustProxy: string[];
  readonly settings: Settings;
}
