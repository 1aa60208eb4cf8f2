import { Ajv2020 } from 'ajv/dist/2020.js';
import { RE2JS } from 're2js';

export interface LinearOptions {
  /** Optimized code takes twice the time to compile, so it suits schemas that are used often. */
  optimize?: boolean;
  /** Whether a check goes on after the first error. */
  allErrors?: boolean;
  /** Is told the cost of each match before it, the length of the text times the size of the pattern; may throw. */
  spend?: (cost: number) => void;
}

/** Returns an Ajv for third-party schemas of 2020-12. Its patterns run in time linear in the text. */
export function createLinearAjv({ optimize = true, allErrors = true, spend }: LinearOptions = {}): Ajv2020 {
  const regExp = (pattern: string) => linear(pattern, spend);
  return new Ajv2020({
    // People write these schemas, and may use unknown keywords and formats.
    strict: false,
    validateFormats: false,
    validateSchema: false,
    // Otherwise every object would have a `constructor`.
    ownProperties: true,
    allErrors,
    // Compiles a schema once, even if it is referenced a thousand times.
    inlineRefs: false,
    code: { optimize, regExp: Object.assign(regExp, { code: 'linear' }) },
  });
}

/** Returns a pattern that runs in time linear in the text. A pattern that RE2 lacks matches everything. */
function linear(pattern: string, spend: LinearOptions['spend']): { test: (text: string) => boolean } {
  const name = { toString: () => `/${pattern}/` };
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern));
    const size = compiled.programSize();
    return {
      ...name,
      test(text) {
        spend?.(text.length * size);
        return compiled.test(text);
      },
    };
  } catch {
    return { ...name, test: () => true };
  }
}
