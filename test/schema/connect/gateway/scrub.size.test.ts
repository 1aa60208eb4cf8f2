import { describe, expect, it } from 'vitest';
import { scrub } from '../../../../schema/connect/gateway/scrub.ts';
import { some } from '../../../support/count.ts';
import { maxAnswerBytes } from '../../../../schema/connect/gateway/rules.ts';

const credential = 'Zq7-pL2w/X9+tR4=kM5';
const row = (id: number) => ({
  id,
  name: `Repository ${id}`,
  url: `https://api.example.com/repos/octo/repository-${id}?page=1`,
  created_at: '2026-11-20T09:00:00Z',
  owner: { login: `user-${id % 97}`, type: 'User', node_id: Buffer.from(`User${id}`).toString('base64') },
  description: 'A place for what we have written, "quoted" and 100% our own.',
});
const filled = (piece: string) => piece.repeat(Math.floor(maxAnswerBytes / Buffer.byteLength(piece)));
const listOf = (item: (index: number) => unknown) => {
  const bytes = Buffer.byteLength(JSON.stringify(item(0))) + 2;
  return Array.from({ length: Math.min(490_000, Math.floor(maxAnswerBytes / bytes)) }, (_, index) =>
    item(index),
  );
};

/** Answers of the maximum size; the scrub removes only the planted credential from each. */
// oxfmt-ignore
const answers: [what: string, answer: () => unknown][] = [
  ['rows as they usually are',                     () => listOf(row)],
  ['words',                                        () => filled('the quick brown fox jumps over the lazy dog, ')],
  ['short texts, each another',                    () => listOf((index) => `text ${index}`)],
  ['names, each another',                          () => [Object.fromEntries(listOf((index) => index).slice(0, 240_000).map((index) => [`name ${String(index)}`, 0]))]],
  ['nearly the credential, time and again',        () => filled(credential.slice(0, -1))],
  ['nothing but percent-encoding, in layers',      () => filled('%2525252525')],
  ['nothing but backslashes',                      () => filled('\\')],
  ['escapes of characters',                        () => filled(String.raw`\u00e9`)],
  ['base64',                                       () => filled('QUJDREVGR0hJSktMTU5PUFFSU1RVVldY')],
  ['beginnings of addresses with logins',          () => filled('https://a:')],
  ['beginnings of tokens',                         () => listOf((index) => `xoxb-eyJ${index}.bearer`)],
];

describe('an answer of 5 MiB', () => {
  it.each(some(answers, 4))('is scrubbed of the planted credential: %s', (what, answer) => {
    const data = { planted: `(${credential})`, data: answer() };
    const before = process.cpuUsage();

    const { data: told, removed } = scrub(data, [credential, 'Bearer ' + credential]);

    const { user, system } = process.cpuUsage(before);
    console.info(`${what}: ${Math.round((user + system) / 1000)} ms`);
    expect(told).toHaveProperty('planted', '([removed])');
    expect(removed.pointers[0]).toBe('/planted');
  });
});
