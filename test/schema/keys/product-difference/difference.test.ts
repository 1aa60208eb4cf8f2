import { describe, expect, it } from 'vitest';
import { maxParts } from '../../../../schema/keys/product-difference/changes.ts';
import { differenceOf, maxChanges } from '../../../../schema/keys/product-difference/difference.ts';
import type { DescribedOperation } from '../../../../schema/kernel/ports/product-descriptions.ts';
import { sentencesOf } from '../../../laws/sentences.ts';
import { answer, body, described, parameter } from '../../../support/described.ts';

type Row = [what: string, before: object, after: object, changes: string[]];
type Operation = Partial<DescribedOperation>;

const base = '/operations/createOrder';
const none: Operation = {};
const order = { type: 'object', properties: { total: { type: 'number' } } };
const plain = { contentType: 'text/plain', schema: {} };
const emptyAnswer = answer(null, { contents: [] });
const withExample = (value: unknown) => [
  { contentType: 'application/json', schema: {}, examples: [{ name: '', value }], sample: null },
];

// oxfmt-ignore
const operations: [what: string, before: Operation, after: Operation, changes: string[]][] = [
  ['another method',                    none, { method: 'PUT' },                                         ['BREAKING method_changed /method']],
  ['another path',                      none, { path: '/order' },                                        ['BREAKING path_changed /path']],
  ['another title',                     none, { title: 'Order' },                                        ['WORDS words_changed /title']],
  ['another description',               none, { description: 'It is billed.' },                          ['WORDS words_changed /description']],
  ['a parameter removed',               { parameters: [parameter()] }, none,                             ['BREAKING parameter_removed /parameters/query/limit']],
  ['a parameter added',                 none, { parameters: [parameter()] },                             ['ADDITIVE parameter_added /parameters/query/limit']],
  ['a required parameter added',        none, { parameters: [parameter({ required: true })] },           ['BREAKING required_parameter_added /parameters/query/limit']],
  ['a parameter newly required',        { parameters: [parameter()] }, { parameters: [parameter({ required: true })] }, ['BREAKING parameter_now_required /parameters/query/limit']],
  ['a parameter newly optional',        { parameters: [parameter({ required: true })] }, { parameters: [parameter()] }, ['ADDITIVE parameter_now_optional /parameters/query/limit']],
  ['another style',                     { parameters: [parameter()] }, { parameters: [parameter({ explode: false })] }, ['BREAKING parameter_style_changed /parameters/query/limit']],
  ['a header in other case',            { parameters: [parameter({ in: 'header', name: 'X-Shop' })] }, { parameters: [parameter({ in: 'header', name: 'x-shop' })] }, []],
  ['a parameter that moves',            { parameters: [parameter()] }, { parameters: [parameter({ in: 'header' })] }, ['BREAKING parameter_removed /parameters/query/limit', 'ADDITIVE parameter_added /parameters/header/limit']],
  ['a parameter of a narrower type',    { parameters: [parameter({ schema: { type: 'number' } })] }, { parameters: [parameter({ schema: { type: 'integer' } })] }, ['BREAKING type_narrowed /parameters/query/limit/type']],
  ['a body removed',                    { body: body(order) }, none,                                     ['BREAKING body_removed /body']],
  ['a body added',                      none, { body: body(order, { required: false }) },                ['ADDITIVE body_added /body']],
  ['a required body added',             none, { body: body(order) },                                     ['BREAKING required_body_added /body']],
  ['a body newly required',             { body: body(order, { required: false }) }, { body: body(order) }, ['BREAKING body_now_required /body']],
  ['a body newly optional',             { body: body(order) }, { body: body(order, { required: false }) }, ['ADDITIVE body_now_optional /body']],
  ['a request media type removed',      { body: body(order) }, { body: body(order, { contents: [] }) },  ['BREAKING request_media_type_removed /body/application~1json']],
  ['a request media type added',        { body: body(order, { contents: [] }) }, { body: body(order) },  ['ADDITIVE request_media_type_added /body/application~1json']],
  ['media types in another order',      { body: body(order, { contents: [plain, { contentType: 'a/b', schema: {} }] }) }, { body: body(order, { contents: [{ contentType: 'a/b', schema: {} }, plain] }) }, []],
  ['a status removed',                  { answers: [answer(order)] }, none,                              ['BREAKING status_removed /answers/200']],
  ['a status added',                    none, { answers: [answer(order)] },                              ['ADDITIVE status_added /answers/200']],
  ['another description of an answer',  { answers: [answer(order)] }, { answers: [answer(order, { description: 'Done.' })] }, ['WORDS words_changed /answers/200/description']],
  ['an answer’s media type removed',    { answers: [answer(order)] }, { answers: [emptyAnswer] },        ['BREAKING answer_media_type_removed /answers/200/application~1json']],
  ['an answer’s media type added',      { answers: [emptyAnswer] }, { answers: [answer(order)] },        ['ADDITIVE answer_media_type_added /answers/200/application~1json']],
  ['an answer’s schema removed',        { answers: [answer(order)] }, { answers: [answer(null)] },       ['BREAKING schema_removed /answers/200/application~1json']],
  ['an answer’s schema added',          { answers: [answer(null)] }, { answers: [answer(order)] },       ['ADDITIVE schema_added /answers/200/application~1json']],
  ['another example of an answer',      { answers: [answer({}, { contents: withExample(1) })] }, { answers: [answer({}, { contents: withExample(2) })] }, ['WORDS examples_changed /answers/200/application~1json/examples']],
];

const text = { type: 'string' };
const fields = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const map = (additionalProperties: unknown) => ({ type: 'object', additionalProperties });
const cycle = (value: object) => ({
  $ref: '#/$defs/Node',
  $defs: { Node: fields({ next: { $ref: '#/$defs/Node' }, value }) },
});
/** A definition that describes a field, and also the value around it. */
const beside = (value: object) => ({
  ...fields({ x: { $ref: '#/$defs/A' }, a: text }),
  anyOf: [{ $ref: '#/$defs/A' }],
  $defs: { A: { anyOf: [value, { type: 'null' }] } },
});
const oneOf = (value: object) => ({ oneOf: [{ $ref: '#/$defs/A' }], $defs: { A: value } });
const words = { title: 'A', description: 'B', examples: ['a'] };

/** Changes of a schema: what a request reports, and what an answer reports. */
// oxfmt-ignore
const schemas: [what: string, before: object, after: object, inRequest: string[], inAnswer: string[]][] = [
  // Types
  ['a type removed',            { type: ['string', 'null'] }, text,             ['BREAKING type_narrowed /type'], ['ADDITIVE type_narrowed /type']],
  ['a type added',              text, { type: ['string', 'null'] },             ['ADDITIVE type_widened /type'],  ['BREAKING type_widened /type']],
  ['another type',              text, { type: 'integer', minimum: 1 },          ['BREAKING type_narrowed /type', 'ADDITIVE type_widened /type'], ['BREAKING type_widened /type', 'ADDITIVE type_narrowed /type']],
  ['integers of numbers',       { type: 'number' }, { type: 'integer' },        ['BREAKING type_narrowed /type'], ['ADDITIVE type_narrowed /type']],
  ['a type in a list',          text, { type: ['string'] },                     [], []],
  ['types in another order',    { type: ['string', 'null'] }, { type: ['null', 'string'] }, [], []],
  ['a first schema',            {}, text,                                       ['BREAKING schema_added'],        ['ADDITIVE schema_added']],
  ['no schema',                 text, {},                                       ['ADDITIVE schema_removed'],      ['BREAKING schema_removed']],
  ['a field that allows nothing', fields({ a: text }), fields({ a: false }),    ['BREAKING type_narrowed /properties/a/type'], ['ADDITIVE type_narrowed /properties/a/type']],
  // Values
  ['a value removed',           { enum: ['a', 'b'] }, { enum: ['a'] },          ['BREAKING value_removed /enum'], ['BREAKING value_removed /enum']],
  ['a value added',             { enum: ['a'] }, { enum: ['b', 'a'] },          ['ADDITIVE value_added /enum'],   ['ADDITIVE value_added /enum']],
  ['a value of a new type',     { enum: ['a'] }, { enum: ['a', 1] },            ['ADDITIVE type_widened /type', 'ADDITIVE value_added /enum'], ['BREAKING type_widened /type', 'ADDITIVE value_added /enum']],
  ['values in another order',   { enum: ['a', { b: 1, c: 2 }] }, { enum: [{ c: 2, b: 1 }, 'a'] }, [], []],
  ['values listed',             text, { type: 'string', enum: ['a'] },          ['BREAKING values_restricted /enum'], ['ADDITIVE values_restricted /enum']],
  ['values no longer listed',   { type: 'string', enum: ['a'] }, text,          ['ADDITIVE values_unrestricted /enum'], ['BREAKING values_unrestricted /enum']],
  ['a constant',                text, { type: 'string', const: 'a' },           ['BREAKING values_restricted /const'], ['ADDITIVE values_restricted /const']],
  ['another constant',          { const: 'a' }, { const: 'b' },                 ['BREAKING value_removed /const', 'ADDITIVE value_added /const'], ['BREAKING value_removed /const', 'ADDITIVE value_added /const']],
  ['a constant as a list',      { const: 'a' }, { enum: ['a'] },                [], []],
  // Bounds and other keywords
  ...([
    ['minimum', 1, 2], ['exclusiveMinimum', 1, 2], ['minLength', 1, 2], ['minItems', 1, 2], ['minProperties', 1, 2],
    ['maximum', 2, 1], ['exclusiveMaximum', 2, 1], ['maxLength', 2, 1], ['maxItems', 2, 1], ['maxProperties', 2, 1],
  ] as const).flatMap(([keyword, loose, tight]): typeof schemas => [
    [`a tighter ${keyword}`, { type: 'array', [keyword]: loose }, { type: 'array', [keyword]: tight }, [`BREAKING bound_tightened /${keyword}`], [`ADDITIVE bound_tightened /${keyword}`]],
    [`a looser ${keyword}`,  { type: 'array', [keyword]: tight }, { type: 'array', [keyword]: loose }, [`ADDITIVE bound_loosened /${keyword}`],  [`BREAKING bound_loosened /${keyword}`]],
    [`a new ${keyword}`,     { type: 'array' }, { type: 'array', [keyword]: tight },                   [`BREAKING bound_tightened /${keyword}`], [`ADDITIVE bound_tightened /${keyword}`]],
    [`no ${keyword}`,        { type: 'array', [keyword]: tight }, { type: 'array' },                   [`ADDITIVE bound_loosened /${keyword}`],  [`BREAKING bound_loosened /${keyword}`]],
  ]),
  ['a bound that excludes itself', { minimum: 1 }, { exclusiveMinimum: 1 },     ['BREAKING bound_tightened /exclusiveMinimum'], ['ADDITIVE bound_tightened /exclusiveMinimum']],
  ['a bound behind another',    { minimum: 5 }, { minimum: 5, exclusiveMinimum: 3 }, [], []],
  ['a bound of nothing',        text, { type: 'string', minLength: 0 },         [], []],
  ...(['pattern', 'format', 'contentEncoding', 'contentMediaType'] as const).flatMap((keyword): typeof schemas => [
    [`a new ${keyword}`,     text, { type: 'string', [keyword]: 'a' }, [`BREAKING constraint_added /${keyword}`], [`ADDITIVE constraint_added /${keyword}`]],
    [`no ${keyword}`,        { type: 'string', [keyword]: 'a' }, text, [`ADDITIVE constraint_removed /${keyword}`], [`BREAKING constraint_removed /${keyword}`]],
    [`another ${keyword}`,   { type: 'string', [keyword]: 'a' }, { type: 'string', [keyword]: 'b' }, [`BREAKING constraint_changed /${keyword}`], [`BREAKING constraint_changed /${keyword}`]],
  ]),
  ['a multiple of a factor',    { multipleOf: 2 }, { multipleOf: 4 },           ['BREAKING constraint_changed /multipleOf'], ['ADDITIVE constraint_changed /multipleOf']],
  ['a part of a factor',        { multipleOf: 4 }, { multipleOf: 2 },           ['ADDITIVE constraint_changed /multipleOf'], ['BREAKING constraint_changed /multipleOf']],
  ['another factor',            { multipleOf: 2 }, { multipleOf: 3 },           ['BREAKING constraint_changed /multipleOf'], ['BREAKING constraint_changed /multipleOf']],
  ['another fraction',          { multipleOf: 0.1 }, { multipleOf: 0.3 },       ['BREAKING constraint_changed /multipleOf'], ['BREAKING constraint_changed /multipleOf']],
  ['unique items',              { type: 'array', uniqueItems: false }, { type: 'array', uniqueItems: true }, ['BREAKING constraint_added /uniqueItems'], ['ADDITIVE constraint_added /uniqueItems']],
  ['a default',                 text, { type: 'string', default: 'a' },         ['ADDITIVE note_changed /default'], ['ADDITIVE note_changed /default']],
  ['deprecated',                text, { type: 'string', deprecated: true },     ['ADDITIVE note_changed /deprecated'], ['ADDITIVE note_changed /deprecated']],
  ['not deprecated, as before', text, { type: 'string', deprecated: false },    [], []],
  // Fields
  ['a field removed',           fields({ a: text, b: text }), fields({ a: text }), ['BREAKING field_removed /properties/b'], ['BREAKING field_removed /properties/b']],
  ['a required field removed',  fields({ a: text }, { required: ['a'] }), fields({}), ['BREAKING field_removed /properties/a'], ['BREAKING field_removed /properties/a']],
  ['a field added',             fields({}), fields({ a: text }),                ['ADDITIVE field_added /properties/a'], ['ADDITIVE field_added /properties/a']],
  ['a required field added',    fields({}), fields({ a: text }, { required: ['a'] }), ['BREAKING required_field_added /properties/a'], ['ADDITIVE field_added /properties/a', 'ADDITIVE field_now_required /properties/a']],
  ['a field newly required',    fields({ a: text }), fields({ a: text }, { required: ['a'] }), ['BREAKING field_now_required /properties/a'], ['ADDITIVE field_now_required /properties/a']],
  ['a field newly optional',    fields({ a: text }, { required: ['a'] }), fields({ a: text }), ['ADDITIVE field_now_optional /properties/a'], ['BREAKING field_now_optional /properties/a']],
  ['fields in another order',   fields({ a: text, b: text }, { required: ['a', 'b'] }), fields({ b: text, a: text }, { required: ['b', 'a'] }), [], []],
  ['a field of another type',   fields({ a: fields({ 'b/c': text }) }), fields({ a: fields({ 'b/c': { type: ['string', 'null'] } }) }), ['ADDITIVE type_widened /properties/a/properties/b~1c/type'], ['BREAKING type_widened /properties/a/properties/b~1c/type']],
  ['further fields closed',     fields({}), fields({}, { additionalProperties: false }), ['BREAKING fields_closed /additionalProperties'], ['ADDITIVE fields_closed /additionalProperties']],
  ['further fields opened',     fields({}, { additionalProperties: false }), fields({}), ['ADDITIVE fields_opened /additionalProperties'], ['ADDITIVE fields_opened /additionalProperties']],
  ['further fields as before',  fields({}), fields({}, { additionalProperties: {} }), [], []],
  ['a map closed',              map(text), map(false),                          ['BREAKING fields_closed /additionalProperties'], ['BREAKING fields_closed /additionalProperties']],
  ['a narrower map',            map({}), map(text),                             ['BREAKING schema_added /additionalProperties'], ['ADDITIVE schema_added /additionalProperties']],
  ['a wider map',               map(text), map(true),                           ['ADDITIVE schema_removed /additionalProperties'], ['BREAKING schema_removed /additionalProperties']],
  ['a field out of a map',      map(text), fields({ a: { type: 'integer' } }, map(text)), ['BREAKING type_narrowed /properties/a/type', 'ADDITIVE field_added /properties/a', 'ADDITIVE type_widened /properties/a/type'], ['BREAKING type_widened /properties/a/type', 'ADDITIVE field_added /properties/a', 'ADDITIVE type_narrowed /properties/a/type']],
  ['a field in a closed answer', fields({}, { additionalProperties: false }), fields({ a: text }, { additionalProperties: false }), ['ADDITIVE field_added /properties/a'], ['ADDITIVE field_added /properties/a']],
  ['a field of a free object',  { type: 'object' }, fields({ a: text }),        ['BREAKING schema_added /properties/a', 'ADDITIVE field_added /properties/a'], ['ADDITIVE field_added /properties/a']],
  ['a required field described', fields({}, { required: ['a'] }), fields({ a: text }, { required: ['a'] }), ['BREAKING schema_added /properties/a', 'ADDITIVE field_added /properties/a'], ['ADDITIVE field_added /properties/a']],
  ['a field beside patterns',   fields({}, { patternProperties: { '^x': text } }), fields({ x: {} }, { patternProperties: { '^x': text } }), ['BREAKING not_comparable /properties/x', 'ADDITIVE field_added /properties/x'], ['ADDITIVE field_added /properties/x']],
  ['a field beside unevaluated ones', fields({}, { unevaluatedProperties: text }), fields({ a: {} }, { unevaluatedProperties: text }), ['BREAKING not_comparable /properties/a', 'ADDITIVE field_added /properties/a'], ['BREAKING not_comparable /properties/a', 'ADDITIVE field_added /properties/a']],
  ['a field of an alternative', fields({}, { anyOf: [fields({ a: text }), {}] }), fields({ a: {} }, { anyOf: [fields({ a: text }), {}] }), ['BREAKING not_comparable /properties/a', 'ADDITIVE field_added /properties/a'], ['ADDITIVE field_added /properties/a']],
  ['a field of no alternative', fields({}, { anyOf: [fields({ a: text }), {}] }), fields({ b: {} }, { anyOf: [fields({ a: text }), {}] }), ['ADDITIVE field_added /properties/b'], ['ADDITIVE field_added /properties/b']],
  ['a field in a part',         fields({ a: text }, { anyOf: [fields({}), {}] }), fields({ a: text }, { anyOf: [fields({ a: { minLength: 1 } }), {}] }), ['BREAKING schema_added /anyOf/0/properties/a', 'ADDITIVE field_added /anyOf/0/properties/a'], ['ADDITIVE field_added /anyOf/0/properties/a']],
  // Items
  ['narrower items',            { type: 'array', items: { type: 'number' } }, { type: 'array', items: { type: 'integer' } }, ['BREAKING type_narrowed /items/type'], ['ADDITIVE type_narrowed /items/type']],
  ['items of any kind before',  { type: 'array' }, { type: 'array', items: text }, ['BREAKING schema_added /items'], ['ADDITIVE schema_added /items']],
  ['items of any kind now',     { type: 'array', items: text }, { type: 'array' }, ['ADDITIVE schema_removed /items'], ['BREAKING schema_removed /items']],
  ['another first item',        { prefixItems: [text] }, { prefixItems: [{ type: ['string', 'null'] }] }, ['ADDITIVE type_widened /prefixItems/0/type'], ['BREAKING type_widened /prefixItems/0/type']],
  ['one more listed item',      { type: 'array', prefixItems: [text] }, { type: 'array', prefixItems: [text, text] }, ['BREAKING not_comparable /prefixItems'], ['BREAKING not_comparable /prefixItems']],
  // Texts
  ['other texts',               { type: 'string', ...words }, { type: 'string', title: 'C', description: 'D', examples: ['b'] }, ['WORDS words_changed /title', 'WORDS words_changed /description', 'WORDS examples_changed /examples'], ['WORDS words_changed /title', 'WORDS words_changed /description', 'WORDS examples_changed /examples']],
  ['fields named like texts',   fields({ title: text }), fields({ title: { type: 'integer' } }), ['BREAKING type_narrowed /properties/title/type', 'ADDITIVE type_widened /properties/title/type'], ['BREAKING type_widened /properties/title/type', 'ADDITIVE type_narrowed /properties/title/type']],
  // References and allOf
  ['a definition',              { $ref: '#/$defs/A', $defs: { A: fields({ a: text, b: text }) } }, { $ref: '#/$defs/B', $defs: { B: fields({ a: text }) } }, ['BREAKING field_removed /properties/b'], ['BREAKING field_removed /properties/b']],
  ['a renamed definition',      { $ref: '#/$defs/A', $defs: { A: text } }, { $ref: '#/$defs/B', $defs: { B: text } }, [], []],
  ['an inlined definition',     { $ref: '#/$defs/A', $defs: { A: text } }, text, [], []],
  ['a missing definition',      { $ref: '#/$defs/A', title: 'A' }, { $ref: '#/$defs/A', title: 'B' }, ['WORDS words_changed'], ['WORDS words_changed']],
  ['a definition that is missing now', { $ref: '#/$defs/A', $defs: { A: text } }, { $ref: '#/$defs/A' }, ['BREAKING not_comparable'], ['BREAKING not_comparable']],
  ['a definition by an inherited name', { $ref: '#/$defs/constructor', $defs: {} }, { $ref: '#/$defs/toString', $defs: {} }, ['BREAKING not_comparable'], ['BREAKING not_comparable']],
  ['a cycle',                   cycle(text), cycle({ type: 'integer' }),        ['BREAKING type_narrowed /properties/value/type', 'ADDITIVE type_widened /properties/value/type'], ['BREAKING type_widened /properties/value/type', 'ADDITIVE type_narrowed /properties/value/type']],
  ['a cycle in place',          { $ref: '#/$defs/A', $defs: { A: { $ref: '#/$defs/A' } } }, { $ref: '#/$defs/A', $defs: { A: { $ref: '#/$defs/A', type: 'string' } } }, ['BREAKING not_comparable'], ['BREAKING not_comparable']],
  ['members of allOf',          { allOf: [fields({ a: text }), { required: ['a'] }] }, fields({ a: text }, { required: ['a'] }), [], []],
  ['the strictest of allOf',    { allOf: [{ minimum: 1 }, { minimum: 3 }, { type: ['integer', 'null'] }, { enum: [3, 4, 5] }, { enum: [4, 3] }] }, { type: 'integer', enum: [3, 4], minimum: 3 }, [], []],
  ['a member of allOf removed', { allOf: [fields({ a: text }), fields({ b: text })] }, { allOf: [fields({ a: text })] }, ['BREAKING field_removed /properties/b'], ['BREAKING field_removed /properties/b']],
  ['a closed member of allOf',  { allOf: [fields({ a: text }, { additionalProperties: false }), fields({ b: text })] }, { allOf: [fields({ b: text })] }, ['BREAKING not_comparable'], ['BREAKING not_comparable']],
  ['two forms of a field in allOf', { allOf: [fields({ a: text }), fields({ a: { minLength: 1 } })] }, fields({ a: text }), ['BREAKING not_comparable'], ['BREAKING not_comparable']],
  // Alternatives
  ['an alternative added',      { anyOf: [text, { type: 'null' }] }, { anyOf: [{ type: 'integer' }, { type: 'null' }, text] }, ['ADDITIVE alternative_added /anyOf/0'], ['BREAKING alternative_added /anyOf/0']],
  ['an alternative removed',    { anyOf: [text, { type: 'null' }] }, { anyOf: [{ type: 'null' }] }, ['BREAKING alternative_removed /anyOf/0'], ['ADDITIVE alternative_removed /anyOf/0']],
  ['a first alternative',       fields({ a: text }), { anyOf: [{ type: 'null' }, fields({ a: text })] }, ['ADDITIVE alternative_added /anyOf/0'], ['BREAKING alternative_added /anyOf/0']],
  ['a last alternative',        { anyOf: [{ type: 'null' }, text] }, text,      ['BREAKING alternative_removed /anyOf/0'], ['ADDITIVE alternative_removed /anyOf/0']],
  ['another alternative',       { anyOf: [fields({ a: text }), { type: 'null' }] }, { anyOf: [{ type: 'null' }, fields({})] }, ['BREAKING field_removed /anyOf/1/properties/a'], ['BREAKING field_removed /anyOf/1/properties/a']],
  ['a field of one of two alternatives', { anyOf: [fields({ a: text }), fields({ b: text })] }, { anyOf: [fields({ a: text }), fields({ b: text, a: text })] }, ['BREAKING schema_added /anyOf/1/properties/a', 'ADDITIVE field_added /anyOf/1/properties/a'], ['ADDITIVE field_added /anyOf/1/properties/a']],
  ['a field of a definition in a part', beside(fields({})), beside(fields({ a: { minLength: 1 } })), ['BREAKING schema_added /anyOf/0/anyOf/0/properties/a', 'ADDITIVE field_added /properties/x/anyOf/0/properties/a', 'ADDITIVE field_added /anyOf/0/anyOf/0/properties/a'], ['ADDITIVE field_added /properties/x/anyOf/0/properties/a', 'ADDITIVE field_added /anyOf/0/anyOf/0/properties/a']],
  ['a field of the only object', { anyOf: [fields({ a: text }), { type: 'null' }] }, { anyOf: [fields({ a: text, b: text }), { type: 'null' }] }, ['ADDITIVE field_added /anyOf/0/properties/b'], ['ADDITIVE field_added /anyOf/0/properties/b']],
  ['other texts of an alternative', { anyOf: [text, { type: 'null' }] }, { anyOf: [{ type: 'null' }, { type: 'string', title: 'A' }] }, ['WORDS words_changed /anyOf/1'], ['WORDS words_changed /anyOf/1']],
  ['too many other alternatives', { anyOf: [text] }, { anyOf: [{ type: 'integer' }, { type: 'null' }] }, ['BREAKING not_comparable /anyOf'], ['BREAKING not_comparable /anyOf']],
  ['alternatives of a type',    { type: 'object', anyOf: [{ required: ['a'] }] }, { type: 'object' }, ['BREAKING not_comparable /anyOf'], ['BREAKING not_comparable /anyOf']],
  // Keywords that are compared exactly
  ...(['oneOf', 'not', 'if', 'then', 'contains', 'propertyNames', 'unevaluatedItems', 'unevaluatedProperties', 'patternProperties', 'dependentSchemas', 'dependentRequired', 'unheardOf'] as const).flatMap((keyword): typeof schemas => {
    const of = (schema: unknown) => ({ type: 'object', [keyword]: keyword === 'oneOf' ? [schema] : /^(?:pattern|dependent)/.test(keyword) ? { a: schema } : schema });
    const change = [`BREAKING not_comparable /${keyword}`];
    return [
      [`another ${keyword}`, of({ minimum: 1 }), of({ minimum: 2 }), change, change],
      [`a new ${keyword}`,   { type: 'object' }, of({ minimum: 1 }), change, change],
      [`no ${keyword}`,      of({ minimum: 1 }), { type: 'object' }, change, change],
    ];
  }),
  ['a definition under oneOf',  oneOf(text), oneOf({ type: 'integer' }),        ['BREAKING not_comparable /oneOf'], ['BREAKING not_comparable /oneOf']],
  ['other texts under oneOf',   oneOf(text), oneOf({ type: 'string', title: 'A' }), ['WORDS words_changed /oneOf'], ['WORDS words_changed /oneOf']],
  ['a cycle under oneOf',       { oneOf: [cycle(text)], $defs: cycle(text).$defs }, { oneOf: [cycle({ type: 'integer' })], $defs: cycle({ type: 'integer' }).$defs }, ['BREAKING not_comparable /oneOf'], ['BREAKING not_comparable /oneOf']],
  ['an unusable keyword',       { type: 'string', required: 'a' }, { type: 'string', required: [{ toString: 1 }] }, ['BREAKING not_comparable'], ['BREAKING not_comparable']],
  ['an unknown type',           { type: 'file' }, { type: 'string' },           ['BREAKING not_comparable'], ['BREAKING not_comparable']],
];

/** Returns the changes of one operation as text. */
function told(before: Operation, after: Operation): string[] {
  return differenceOf([described(before)], [described(after)]).map(
    ({ kind, code, pointer }) => `${kind} ${code} ${pointer.slice(base.length)}`,
  );
}

function within(place: string, changes: readonly string[]): string[] {
  return changes.map((change) => {
    const [kind, code, pointer = ''] = change.split(' ');
    return `${kind} ${code} ${place}${pointer}`;
  });
}

describe('the difference of two versions of an operation', () => {
  it.each(operations)('reports %s', (_, before, after, changes) => {
    expect(told(before, after)).toEqual(changes);
  });

  it('reports operations that were removed and added, and a renamed one as both', () => {
    const changes = differenceOf([described()], [described({ operationId: 'order' })]);

    expect(changes).toEqual([
      {
        kind: 'BREAKING',
        pointer: '/operations/createOrder',
        code: 'operation_removed',
        message: 'The operation createOrder was removed. Keep it, or publish a new major version.',
      },
      {
        kind: 'ADDITIVE',
        pointer: '/operations/order',
        code: 'operation_added',
        message: 'The operation order is new.',
      },
    ]);
  });

  it('loses no operation if two have the same id', () => {
    const twice = [described(), described({ path: '/b' })];

    expect(differenceOf(twice, twice)).toEqual([]);
    expect(differenceOf(twice, [described()])).toMatchObject([{ code: 'operation_removed' }]);
    expect(differenceOf([described()], twice)).toMatchObject([{ code: 'operation_added' }]);
  });
});

describe.each(schemas)('a schema with %s', (_, before, after, inRequest, inAnswer) => {
  it('is reported in a request', () => {
    expect(told({ body: body({ ...before }) }, { body: body({ ...after }) })).toEqual(
      within('/body/application~1json', inRequest),
    );
  });

  it('is reported in an answer', () => {
    expect(told({ answers: [answer({ ...before })] }, { answers: [answer({ ...after })] })).toEqual(
      within('/answers/200/application~1json', inAnswer),
    );
  });
});

describe('a message', () => {
  const messagesOf = (before: Operation, after: Operation) =>
    differenceOf([described(before)], [described(after)]).map(({ message }) => message);

  it('names the field, its place and what to do', () => {
    const lines = (total: object) => fields({ lines: { type: 'array', items: fields(total) } });

    expect(
      messagesOf(
        { answers: [answer(lines({ total: text }))], body: body(lines({ amount: { type: 'integer' } })) },
        {
          answers: [answer(lines({}))],
          body: body(lines({ amount: { type: 'integer', minimum: 1 } })),
          parameters: [parameter({ required: true })],
        },
      ),
    ).toEqual([
      'The parameter limit is new and required. Make it optional, or publish a new major version.',
      'The request field lines[].amount has a tighter bound: minimum 1 instead of no minimum. Accept all earlier values, or publish a new major version.',
      'The response field lines[].total was removed. Keep it, or publish a new major version.',
    ]);
  });

  it('names fields that are not listed with an asterisk', () => {
    expect(
      messagesOf({ body: body(fields({ a: map(text) })) }, { body: body(fields({ a: map({}) })) }),
    ).toEqual(['The request field a.* no longer has a schema.']);
  });

  it('names the body if the change is in no field', () => {
    expect(
      messagesOf({ answers: [answer(text)] }, { answers: [answer({ type: ['null', 'number', 'string'] })] }),
    ).toEqual([
      'The body of the answer 200 may now have the type null, number. Return only values that the earlier schema allows, or publish a new major version.',
    ]);
  });

  it('shows hostile names in part and without invisible characters', () => {
    const name = `a\u202e$&{detail}${'x'.repeat(1_000)}`;
    const [message = ''] = messagesOf({ body: body(fields({ [name]: text })) }, { body: body(fields({})) });

    expect(message).toMatch(/^The request field a\$&\{detail\}x+… was removed\. Keep/);
    expect(message.length).toBeLessThan(150);
    expect(messagesOf({ body: body(fields({ '\u200b': text })) }, { body: body(fields({})) })[0]).toContain(
      '(no name)',
    );
  });

  it('has at most 25 words a sentence', () => {
    const both = [
      ...operations,
      ...schemas.flatMap(([what, before, after]): Row[] => [
        [what, { body: body({ ...before }) }, { body: body({ ...after }) }, []],
        [what, { answers: [answer({ ...before })] }, { answers: [answer({ ...after })] }, []],
      ]),
    ];
    const sentences = both.flatMap(([, before, after]) => messagesOf(before, after)).flatMap(sentencesOf);

    expect(sentences.length).toBeGreaterThan(100);
    expect(sentences.filter(({ words: count }) => count > 25)).toEqual([]);
  });
});

describe('hostile input', () => {
  const bodies = (before: object, after: object) =>
    told({ body: body({ ...before }) }, { body: body({ ...after }) });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', ''])(
    'may have a field named %j, in both versions or in one',
    (name) => {
      const one = fields({ [name]: text }, { required: [name] });
      const own = { ...one, properties: Object.fromEntries([[name, text]]) };
      const other = { ...one, properties: Object.fromEntries([[name, { type: 'integer' }]]) };
      const at = `/body/application~1json/properties/${name}`;

      expect(bodies(own, structuredClone(own))).toEqual([]);
      expect(bodies(own, other)).toEqual([
        `BREAKING type_narrowed ${at}/type`,
        `ADDITIVE type_widened ${at}/type`,
      ]);
      expect(bodies(own, fields({}))).toEqual([`BREAKING field_removed ${at}`]);
      expect(bodies(fields({}), own)).toEqual([`BREAKING required_field_added ${at}`]);
    },
  );

  it('may nest schemas deeper than they are compared, in fields, allOf and oneOf', () => {
    const deep = (wrap: (schema: object) => object, inner: object) => {
      let schema = inner;
      for (let depth = 0; depth < 20_000; depth += 1) schema = wrap(schema);
      return schema;
    };
    const wraps = [
      (a: object) => fields({ a }),
      (a: object) => ({ allOf: [a] }),
      (a: object) => ({ oneOf: [a] }),
      (a: object) => ({ anyOf: [a] }),
    ];
    for (const wrap of wraps) {
      expect(bodies(deep(wrap, text), deep(wrap, text))).toEqual([]);
      expect(bodies(deep(wrap, text), deep(wrap, { type: 'integer' }))).toEqual([
        expect.stringContaining('BREAKING not_comparable'),
      ]);
    }
  });

  it('may repeat definitions exponentially', () => {
    const doubled = (inner: object, keyword: string) => ({
      $ref: '#/$defs/0',
      $defs: Object.fromEntries([
        ...Array.from({ length: 60 }, (_, index) => {
          const next = { $ref: `#/$defs/${index + 1}` };
          return [
            index,
            keyword === 'properties' ? fields({ a: next, b: next }) : { [keyword]: [next, next] },
          ];
        }),
        [60, inner],
      ]) as object,
    });

    expect(bodies(doubled(text, 'properties'), doubled({ type: ['string', 'null'] }, 'properties'))).toEqual([
      expect.stringMatching(/^ADDITIVE type_widened /),
    ]);
    for (const keyword of ['allOf', 'anyOf', 'oneOf'])
      expect(bodies(doubled(text, keyword), doubled({ type: ['string', 'null'] }, keyword))).not.toEqual([]);
  });

  it('is not compared beyond a number of parts, which is breaking', () => {
    const many = (schema: object) =>
      fields(Object.fromEntries(Array.from({ length: maxParts }, (_, index) => [`f${index}`, schema])));

    expect(bodies(many(text), many({ type: 'integer' }))[0]).toBe(
      'BREAKING too_large_to_compare /body/application~1json',
    );
    expect(bodies(many(text), many(text))).toEqual([]);
  });

  it('may have a text or a number without a canonical form', () => {
    expect(bodies({ const: ['\ud800'] }, { const: ['\ud800'], title: 'A' })).toEqual([
      'BREAKING not_comparable /body/application~1json',
    ]);
    expect(bodies({ default: Number.NaN, type: 'string' }, { default: 1, type: 'string' })).toEqual([
      'ADDITIVE note_changed /body/application~1json/default',
    ]);
  });
});

describe('many changes', () => {
  const numbered = (prefix: string, length: number) =>
    Array.from({ length }, (_, index) => described({ operationId: `${prefix}${index}` }));

  it('are all returned up to the maximum', () => {
    const changes = differenceOf([], numbered('a', maxChanges));

    expect(changes).toHaveLength(maxChanges);
    expect(changes.at(-1)).toMatchObject({ code: 'operation_added' });
  });

  it('beyond it are counted by the last entry, and the breaking ones are first', () => {
    const changes = differenceOf(numbered('a', 10), numbered('b', maxChanges));

    expect(changes).toHaveLength(maxChanges);
    expect(changes.slice(0, 10).every(({ kind }) => kind === 'BREAKING')).toBe(true);
    expect(changes.at(-1)).toEqual({
      kind: 'ADDITIVE',
      pointer: '',
      code: 'more_changes',
      message: 'There are 11 more changes.',
    });
  });

  it('are breaking if one of the omitted ones is', () => {
    const changes = differenceOf(numbered('a', maxChanges + 1), []);

    expect(changes.at(-1)).toMatchObject({
      kind: 'BREAKING',
      message: 'There are 2 more changes. Publish a new major version, or change less at once.',
    });
  });
});
