import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { didYouMean } from '../../schema/values/did-you-mean.ts';
import { settingsFile, variables } from './env.ts';

/** A name that looks as if it were to set something, and sets nothing. */
export interface UnknownSetting {
  name: string;
  /** The setting it comes closest to, where it is close to one. */
  nearest: string | null;
}

// What may well stand in the file for others: Node itself, the tests, compose.yaml.
const ofOthers =
  /^(NODE_|TEST_|SALLYPORT_TEST_|SALLYPORT_ENV_FILE$|TZ$|POSTGRES_PASSWORD$|SITE_ADDRESS$|HTTPS?_PORT$)/;

const settings = Object.keys(variables);

/**
 * The names in the settings file that are no settings. The environment is everybody's, so there only those that are one
 * slip of the keyboard away from a setting.
 */
export function unknownSettingsIn(source: NodeJS.ProcessEnv): UnknownSetting[] {
  const file = settingsFile(source);
  const inFile = existsSync(file) ? Object.keys(parseEnv(readFileSync(file, 'utf8'))) : [];
  const around = Object.keys(source).filter((name) => didYouMean(name, settings, 1) !== null);
  return [...new Set([...inFile, ...around])]
    .filter(isStrange)
    .map((name) => ({ name, nearest: didYouMean(name, settings) }));
}

function isStrange(name: string): boolean {
  return !Object.hasOwn(variables, name) && !ofOthers.test(name);
}
