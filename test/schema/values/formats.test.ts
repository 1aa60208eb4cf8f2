import { describe, expect, it } from 'vitest';
import * as formats from '../../../schema/values/formats.ts';
import * as agentFormats from '../../../schema/values/agent-formats.ts';
import * as connectFormats from '../../../schema/values/connect-formats.ts';

const lone = '\ud800';

describe.each([
  ['name', formats.name, 80],
  ['key name', formats.keyName, 64],
] as const)('the format of a %s', (_what, format, max) => {
  it.each([
    ['one character', 'x', 'x'],
    ['as many as there may be', 'x'.repeat(max), 'x'.repeat(max)],
    ['with spaces around it, which go', '  Engines  ', 'Engines'],
    ['with spaces around it that make it too long', ` ${'x'.repeat(max)} `, 'x'.repeat(max)],
    ['other alphabets', 'Zażółć 図書館', 'Zażółć 図書館'],
    ['a character of two units', '🔑', '🔑'],
    ['a mark of direction, as in Hebrew and Arabic', 'בנק\u200f 1', 'בנק\u200f 1'],
    ['markup, which is text', '<b>"Engines" & co</b>', '<b>"Engines" & co</b>'],
  ])('accepts %s', (_case, value, kept) => {
    expect(format.parse(value)).toBe(kept);
  });

  it.each([
    ['nothing', ''],
    ['spaces', '   '],
    ['one character too many', 'x'.repeat(max + 1)],
    ['U+0000', 'a\0b'],
    ['a line break', 'a\nb'],
    ['a tab', 'a\tb'],
    ['an escape', 'a\u001bb'],
    ['a C1 control', 'a\u0085b'],
    ['a lone surrogate', `a${lone}`],
    ['an override of the writing direction', 'Invoices \u202e01 noisiver'],
    ['an isolate of another direction', 'Invoices\u2067'],
    ['nothing that is visible', '\u200b\u200e'],
    ['a number', 1],
    ['null', null],
    ['an array', ['x']],
  ])('rejects %s', (_case, value) => {
    expect(format.safeParse(value).success).toBe(false);
  });
});

describe.each([
  ['a decision’s reason', formats.decisionReason],
  ['a reason to mark a read', agentFormats.readReason],
] as const)('%s', (_what, format) => {
  it.each([
    ['ten spaces of no width', '\u200b'.repeat(12)],
    ['nine letters and what shows nothing', `abcdefghi\u200b\u2060`],
    ['what turns the direction of writing', '\u202eabcdefghijklm'],
    ['an isolate of another direction', 'abcdefghijklm\u2067'],
  ])('cannot be %s, because a decision depends on it', (_case, value) => {
    expect(format.safeParse(value).success).toBe(false);
  });

  it.each(['It only searches.', 'هذا يبحث فقط\u200f.', 'می\u200cخواهم جستجو کنم'])('may be %s', (value) => {
    expect(format.safeParse(value).success).toBe(true);
  });
});

describe.each([
  ['description', formats.description, 2000],
  ['reason', formats.reason, 500],
] as const)('the format of a %s', (_what, format, max) => {
  it.each([
    ['nothing', '', ''],
    ['several lines', 'one\ntwo', 'one\ntwo'],
    ['as many characters as there may be', 'x'.repeat(max), 'x'.repeat(max)],
    ['spaces around it, which go', ' text\n', 'text'],
  ])('accepts %s', (_case, value, kept) => {
    expect(format.parse(value)).toBe(kept);
  });

  it.each([
    ['one character too many', 'x'.repeat(max + 1)],
    ['U+0000', 'a\0b'],
    ['a lone surrogate', lone],
    ['a number', 1],
  ])('rejects %s', (_case, value) => {
    expect(format.safeParse(value).success).toBe(false);
  });
});

describe('the format of an e-mail address', () => {
  it.each(['ada@example.com', 'Ada.Lovelace+x@mail.example.co.uk', "o'hara@example.com", 'a@b.io'])(
    'accepts %s',
    (address) => {
      expect(formats.email.parse(address)).toBe(address);
    },
  );

  it.each([
    '',
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'ada@@example.com',
    'ada@example..com',
    '.ada@example.com',
    'ada @example.com',
    'ada@example.com ',
    'ada@example.com\n',
    'Ada <ada@example.com>',
    'ada@example.com,bob@example.com',
    'ada\0@example.com',
    `${'a'.repeat(243)}@example.com`,
  ])('rejects %j', (address) => {
    expect(formats.email.safeParse(address).success).toBe(false);
  });
});

describe('the format of a password', () => {
  it.each(['12345678', 'x'.repeat(256), '        ', '  spaces stay  ', 'пароль-密码-🔑'])(
    'accepts %j unchanged',
    (text) => {
      expect(formats.password.parse(text)).toBe(text);
    },
  );

  it.each(['', '1234567', 'x'.repeat(257), 'nul\0in the middle', `lone ${lone} surrogate`])(
    'rejects %j',
    (text) => {
      expect(formats.password.safeParse(text).success).toBe(false);
    },
  );

  it('limits only the length of a password that is to be checked', () => {
    expect(formats.attempt.safeParse('').success).toBe(true);
    expect(formats.attempt.safeParse('x'.repeat(1024)).success).toBe(true);
    expect(formats.attempt.safeParse('x'.repeat(1025)).success).toBe(false);
  });
});

describe('spec §2: the scopes of a key', () => {
  it.each([[['read']], [['write']], [['read', 'write']], [['write', 'read']]])('accepts %j', (scopes) => {
    expect(formats.keyScopes.parse(scopes)).toEqual(scopes);
  });

  it.each([[[]], [['READ']], [['read', 'read']], [['admin']], ['read'], [null], [[null]]])(
    'rejects %j',
    (scopes) => {
      expect(formats.keyScopes.safeParse(scopes).success).toBe(false);
    },
  );
});

describe('the format of a date', () => {
  it.each(['2027-06-30', '2028-02-29', '2026-12-31'])('accepts %s', (date) => {
    expect(formats.date.parse(date)).toBe(date);
  });

  it.each([
    '',
    '2027-6-30',
    '2027-02-29',
    '2027-13-01',
    '2027-00-10',
    '30.06.2027',
    '2027-06-30T00:00:00Z',
    'today',
  ])('rejects %j', (date) => {
    expect(formats.date.safeParse(date).success).toBe(false);
  });
});

describe('spec §2: the echo request', () => {
  it.each([
    ['message', formats.echoMessage, 'x', true],
    ['message', formats.echoMessage, 'x'.repeat(10_000), true],
    ['message', formats.echoMessage, '', false],
    ['message', formats.echoMessage, 'x'.repeat(10_001), false],
    ['reference', formats.echoReference, '', true],
    ['reference', formats.echoReference, 'x'.repeat(255), true],
    ['reference', formats.echoReference, 'x'.repeat(256), false],
  ] as const)('%s: limits its length (%#)', (_field, format, value, isTaken) => {
    expect(format.safeParse(value).success).toBe(isTaken);
  });
});

describe('the formats of a description, an assertion and a name in an external vault', () => {
  // oxfmt-ignore
  it.each([
    ['a document of one character',       connectFormats.document,     '{',                true],
    ['a document of none',                connectFormats.document,     '',                 false],
    ['an assertion of 4096 characters',   formats.assertion,    'x'.repeat(4096),   true],
    ['an assertion of 4097 characters',   formats.assertion,    'x'.repeat(4097),   false],
    ['a name with dots in a part',        connectFormats.externalName, 'team/github.com',  true],
    ['a name that ends in dots',          connectFormats.externalName, 'team/github..',    true],
    ['a part of one dot',                 connectFormats.externalName, 'team/./github',    false],
    ['a part of two dots',                connectFormats.externalName, '../github',        false],
    ['a part of nothing',                 connectFormats.externalName, 'team//github',     false],
  ] as const)('%s', (_what, format, value, isTaken) => {
    expect(format.safeParse(value).success).toBe(isTaken);
  });
});
