import { isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../schema/index.ts';
import { bans, shownFields, unloggable } from './bans.ts';
import { codeOf, productFiles, sdkFiles } from './source.ts';

const files = [...productFiles, ...sdkFiles].toSorted();
const logCall = /\blog\??\.(?:debug|info|warn|error|fatal)\(([\s\S]*?)\);/g;
const soundsSecret = /\..*(?:secret|password|token|digest|hash|sealed|private)/i;

describe('product code', () => {
  it.each(bans)('has no $what but where it is said why', ({ form, folders = /./, except }) => {
    const found = files.filter((file) => folders.test(file) && form.test(codeOf(file)));

    expect(found).toEqual(Object.keys(except).toSorted());
  });

  it('logs events, without headers, bodies, tokens or other secrets', () => {
    const events = files.flatMap((file) =>
      [...codeOf(file).matchAll(logCall)].map(([, event = '']) => event),
    );

    expect(events.length).toBeGreaterThan(4);
    expect(events.filter((event) => !event.includes("event: '"))).toEqual([]);
    expect(events.filter((event) => unloggable.test(event.replace(/event: '[^']*'/, '')))).toEqual([]);
  });
});

describe('the schema', () => {
  it('spec §8: shows a secret only in the payload that mints it', () => {
    const [query, mutation] = [schema.getQueryType(), schema.getMutationType()];
    const types = Object.values(schema.getTypeMap()).filter(
      (type) => isObjectType(type) && type !== query && type !== mutation,
    );
    const fields = types.flatMap((type) =>
      (isObjectType(type) ? Object.keys(type.getFields()) : []).map((field) => `${type.name}.${field}`),
    );

    expect(fields.filter((field) => soundsSecret.test(field)).toSorted()).toEqual(shownFields);
  });
});
