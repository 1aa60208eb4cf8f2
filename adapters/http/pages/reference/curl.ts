import { shellName } from './masked.ts';
import type { SampleRequest } from './request-sample.ts';

/** Returns the request as a command for shells. Its variables are the placeholders. */
export function curlOf({ method, server, path, query, headers, credential, body }: SampleRequest): string {
  const address = path.map((part) =>
    typeof part === 'string' ? inDouble(part) : `$${shellName(part.parameter)}`,
  );
  const url = `"${inDouble(server)}${address.join('')}${inDouble(query)}"`;
  const options = [
    ...(credential === null ? [] : [`-H "Authorization: Bearer $${credential}"`]),
    ...headers.map(([name, value]) => `-H ${single(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${single(json(body))}`]),
  ];
  const start = method === 'GET' ? `curl ${url}` : `curl -X ${method} ${url}`;
  return [start, ...options].join(' \\\n  ');
}

function json(body: unknown): string {
  return JSON.stringify(body, null, 2);
}

// Between double quotes, shells read only these four.
function inDouble(text: string): string {
  return text.replaceAll(/["$`\\]/g, String.raw`\$&`);
}

function single(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
