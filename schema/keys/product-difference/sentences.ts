const keep = 'Keep it, or publish a new major version.';
const makeOptional = 'Make it optional, or publish a new major version.';
const keepSchema = 'Keep the earlier schema, or publish a new major version.';

/** The advice for a schema, unless its code has its own. */
export const schemaAdvice = {
  REQUEST: 'Accept all earlier values, or publish a new major version.',
  ANSWER: 'Return only values that the earlier schema allows, or publish a new major version.',
};

/** The sentence of each code, and the advice if it is breaking. */
// oxfmt-ignore
export const sentences = {
  operation_removed:          ['The operation {subject} was removed.', keep],
  operation_added:            ['The operation {subject} is new.'],
  method_changed:             ['The method of the operation {subject} is now {detail}.', 'Keep the earlier method, or publish a new major version.'],
  path_changed:               ['The path of the operation {subject} is now {detail}.', 'Keep the earlier path, or publish a new major version.'],
  parameter_removed:          ['The {subject} was removed.', keep],
  parameter_added:            ['The {subject} is new.'],
  required_parameter_added:   ['The {subject} is new and required.', makeOptional],
  parameter_now_required:     ['The {subject} is now required.', makeOptional],
  parameter_now_optional:     ['The {subject} is now optional.'],
  parameter_style_changed:    ['The {subject} is now written in another style.', 'Keep the earlier style, or publish a new major version.'],
  body_removed:               ['The {subject} was removed.', keep],
  body_added:                 ['The {subject} is new.'],
  required_body_added:        ['The {subject} is new and required.', makeOptional],
  body_now_required:          ['The {subject} is now required.', makeOptional],
  body_now_optional:          ['The {subject} is now optional.'],
  request_media_type_removed: ['The {subject} no longer accepts {detail}.', keep],
  request_media_type_added:   ['The {subject} also accepts {detail}.'],
  status_removed:             ['The {subject} was removed.', keep],
  status_added:               ['The {subject} is new.'],
  answer_media_type_removed:  ['The {subject} no longer has the media type {detail}.', keep],
  answer_media_type_added:    ['The {subject} also has the media type {detail}.'],
  schema_added:               ['The {subject} had no schema, and now has one.'],
  schema_removed:             ['The {subject} no longer has a schema.', keepSchema],
  field_removed:              ['The {subject} was removed.', keep],
  field_added:                ['The {subject} is new.'],
  required_field_added:       ['The {subject} is new and required.', makeOptional],
  field_now_required:         ['The {subject} is now required.', makeOptional],
  field_now_optional:         ['The {subject} is no longer required.', 'Keep it required, or publish a new major version.'],
  fields_closed:              ['The {subject} no longer allows fields that it does not list.', 'Allow them, or publish a new major version.'],
  fields_opened:              ['The {subject} now allows fields that it does not list.'],
  type_narrowed:              ['The {subject} no longer has the type {detail}.'],
  type_widened:               ['The {subject} may now have the type {detail}.'],
  value_removed:              ['The {subject} no longer has the value {detail}.', keep],
  value_added:                ['The {subject} has the new value {detail}.'],
  values_restricted:          ['The {subject} now allows only listed values.'],
  values_unrestricted:        ['The {subject} now allows values that were not listed.'],
  bound_tightened:            ['The {subject} has a tighter bound: {detail}.'],
  bound_loosened:             ['The {subject} has a looser bound: {detail}.'],
  constraint_added:           ['The {subject} now has the keyword {detail}.'],
  constraint_removed:         ['The {subject} no longer has the keyword {detail}.'],
  constraint_changed:         ['The keyword {detail} of the {subject} changed.', 'Keep its earlier value, or publish a new major version.'],
  alternative_added:          ['The {subject} has a new alternative.'],
  alternative_removed:        ['The {subject} no longer has one of its alternatives.', keep],
  note_changed:               ['The keyword {detail} of the {subject} changed.'],
  words_changed:              ['The texts of the {subject} changed.'],
  examples_changed:           ['The examples of the {subject} changed.'],
  not_comparable:             ['The {subject} changed in a part that cannot be compared exactly.', keepSchema],
  too_large_to_compare:       ['The versions differ in more parts than can be compared.', 'Change less at once, or publish a new major version.'],
  more_changes:               ['There are {detail} more changes.', 'Publish a new major version, or change less at once.'],
} as const satisfies Record<string, readonly [sentence: string, advice?: string]>;

export type ChangeCode = keyof typeof sentences;
