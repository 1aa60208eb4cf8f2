/** The ways in which graphql-js quotes input, and the replacements without the input. */
const quotations: readonly (readonly [RegExp, string])[] = [
  // For a variable: `Variable "$input" got invalid value { token: "…" } at "input.secret"; …`
  [/got invalid value .*(?<path> at "[\w.[\]]+"); (?<why>[^;]*)$/s, 'got an invalid value$<path>; $<why>'],
  [/got invalid value .*; (?<why>[^;]*)$/s, 'got an invalid value; $<why>'],
  // For a scalar: `String cannot represent a non string value: 3`
  [/(?<what>cannot represent [^:"]*?):? ?(?:"|\{|\[|-?\d|true|false|null).*$/s, '$<what>.'],
  // For a literal in the document: `Expected value of type "Date!", found "…"; …`
  [/(?<type>Expected value of type "[^"]+"), found .*?(?<why>; .*)?$/s, '$<type>$<why>'],
  [
    /Value ".*" does not exist in "(?<type>\w+)" enum/s,
    'A value that was sent does not exist in "$<type>" enum',
  ],
  // For a document: `Syntax Error: Expected Name, found String "…".`
  [/(?<kind>found (?:BlockString|Comment|Float|Int|Name|String)) ".*$/s, '$<kind>.'],
  [/(?<what>Syntax Error: (?:Cannot parse|Invalid|Unexpected)[^:"]*):? ".*$/s, '$<what>.'],
];

/** Returns a graphql-js message without the quoted input, which may be a secret. */
export function unquoted(message: string): string {
  return quotations.reduce((words, [form, rest]) => words.replace(form, rest), message);
}
