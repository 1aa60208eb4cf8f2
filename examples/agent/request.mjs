// node_modules/.bin/node examples/agent/request.mjs <origin> <credential id> <secret>
import { connect } from './client.mjs';

const { call, close } = await connect(...process.argv.slice(2));
const { data } = await call('search_capabilities', { query: 'create issue', mode: 'write' });
if (data.length === 0) throw new Error('No such tool is granted to this credential.');

const { selection } = await call('describe_capability', { id: data[0].id });
const requested = await call('request_capability', {
  selection: selection.selection,
  arguments: { owner: 'octocat', repo: 'hello-world', body: { title: 'A bug' } },
  purpose: 'Two users have reported it.',
});
console.log(await call('get_tool_call', { id: requested.id }));
await close();
