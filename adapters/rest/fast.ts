import { serializerCompiler } from 'fastify-type-provider-zod';
import type { Settings } from '../../schema/kernel/ports/settings.ts';
import { isQuery, tryRun } from '../../schema/run.ts';
import type { FastPath } from '../fast/fast-path.ts';
import type { Route } from './route.ts';
import { etagOf } from './row-version.ts';
import { bodyLimitOf, isOfSandbox } from './serve.ts';

/** Returns the fast paths of the hot routes. Throws if one does more than read, or has URL parameters. */
export function fastPathsOf(rows: readonly Route[], settings: Settings): FastPath[] {
  return rows.filter(({ isHot }) => isHot).map((row) => fastPathOf(row, settings));
}

function fastPathOf(row: Route, settings: Settings): FastPath {
  const { method, path, document, credential, variables, reply, status, answer, body: schema } = row;
  const takesFromAddress = (row.params ?? row.query ?? row.parent) !== undefined;
  const isRead = (method === 'GET' || method === 'POST') && status === 200 && isQuery(document);
  if (takesFromAddress || !isRead) throw new Error(`${method} ${path} has no fast path.`);
  const textOf = serializerCompiler({ schema: answer, method, url: path });
  return {
    method,
    path,
    credential: () => credential,
    isSandbox: isOfSandbox(path),
    contentType: () => 'application/json; charset=utf-8',
    bodyLimitBytes: bodyLimitOf(row, settings),
    prepare(sent) {
      const checked = schema?.safeParse(sent);
      if (checked?.success === false || (!schema && sent !== undefined)) return null;
      const filled = variables({ params: undefined, query: undefined, body: checked?.data });
      return async (ctx) => {
        const data = await tryRun(ctx, document, filled);
        if (!data) return null;
        const [root] = Object.values(data);
        const shown = reply(root, { query: undefined });
        ctx.answer.etag = etagOf(shown);
        return textOf(shown);
      };
    },
  };
}
