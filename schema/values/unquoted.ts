/** How graphql-js quotes what was sent, and what is left of it. */
const quotations: readonly (readonly [RegExp, string])[] = [
  // Of a variable: `Variable "$input" got invalid value { token: "…" } at "input.secret"; …`
  [/got invalid value .*(?<path> at "[\w.[\]]+"); (?<why>[^;]*)$/s, 'got an invalid value$<path>; $<why>'],
  [/got invalid value .*; (?<why>[^;]*)$/s, 'got an invalid value; $<why>'],
  // Of a scalar: `String cannot represent a non string value: 3`
  [/(?<what>cannot represent [^:"]*?):? ?(?:"|\{|\[|-?\d|true|false|null).*$/s, '$<what>.'],
  // Of a literal in the document: `Expected value of type "Date!", found "…"; …`
  [/(?<type>Expected value of type "[^"]+"), found .*?(?<why>; .*)?$/s, '$<type>$<why>'],
  [
    /Value ".*" does not exist in "(?<type>\w+)" enum/s,
    'A value that was sent does not exist in "$<type>" enum',
  ],
  // Of a document: `Syntax Error: Expected Name, found String "…".`
  [/(?<kind>found (?:BlockString|Comment|Float|Int|Name|String)) ".*$/s, '$<kind>.'],
  [/(?<what>Syntax Error: (?:Cannot parse|Invalid|Unexpected)[^:"]*):? ".*$/s, '$<what>.'],
];

/** The words of graphql-js about a document or its variables, without the values in them: one may be a secret. */
export function unquoted(message: string): string {
  return quotations.reduce((words, [form, rest]) => words.replace(form, rest), message);
}
