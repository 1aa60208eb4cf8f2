import type { Ports } from '../../schema/kernel/context.ts';
import type { OAuthRecords } from '../../schema/kernel/ports/oauth-records.ts';
import type { Settings } from '../../schema/kernel/ports/settings.ts';
import type { KeyRing } from '../../schema/identity/session/key-ring.ts';

/** The ports that surfaces need: those of the schema, and two that no command uses. */
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
