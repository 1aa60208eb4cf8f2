import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { didYouMean } from '../../schema/values/did-you-mean.ts';
import { settingsFile, variables } from './env.ts';

/** A name that looks like a setting, but is none. */
export interface UnknownSetting {
  name: string;
  /** The most similar setting, or null. */
  nearest: string | null;
}

// Variables for other programs: Node.js, the tests, compose.yaml.
const ofOthers =
  /^(NODE_|TEST_|SALLYPORT_TEST_|SALLYPORT_ENV_FILE$|TZ$|POSTGRES_PASSWORD$|SITE_ADDRESS$|HTTPS?_PORT$)/;

const settings = Object.keys(variables);

/**
 * Returns the names in the settings file that are no settings. Of the environment, which all programs share,
 * it returns only names that differ from a setting by one character.
 */
export function unknownSettingsIn(source: NodeJS.ProcessEnv): UnknownSetting[] {
  const file = settingsFile(source);
  const inFile = existsSync(file) ? Object.keys(parseEnv(readFileSync(file, 'utf8'))) : [];
  const around = Object.keys(source).filter((name) => didYouMean(name, settings, 1) !== null);
  return [...new Set([...inFile, ...around])]
    .filter(isStrange)
    .map((name) => ({ name, nearest: didYouMean(name, settings) }));
}

/** Returns the sentence for people. */
export function noteOnUnknown({ name, nearest }: UnknownSetting): string {
  return `${name} is not a setting and is ignored.${nearest ? ` Did you mean ${nearest}?` : ''}`;
}

function isStrange(name: string): boolean {
  return !Object.hasOwn(variables, name) && !ofOthers.test(name);
}
