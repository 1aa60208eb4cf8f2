// node_modules/.bin/node examples/agent/read.mjs <origin> <credential id> <secret>
import { connect } from './client.mjs';

const { call, close } = await connect(...process.argv.slice(2));
const { data } = await call('search_capabilities', { query: 'weather forecast', mode: 'read' });
if (data.length === 0) throw new Error('No such tool is granted to this credential.');

const { selection } = await call('describe_capability', { id: data[0].id });
const answer = await call('read_capability', {
  selection: selection.selection,
  arguments: { latitude: 52.52, longitude: 13.41, current: ['temperature_2m'] },
});
console.log(answer);
await close();
