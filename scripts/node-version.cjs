// Loaded before any TypeScript, so that an older Node prints a sentence instead of a stack trace.
'use strict';
const [major, minor] = process.versions.node.split('.').map(Number);
if (major !== 24 || minor < 21) {
  const isByNpm = process.env.npm_lifecycle_event !== undefined;
  process.stderr.write(
    `Sallyport needs Node 24.21 or a later 24; this is ${process.versions.node}. ` +
      (isByNpm
        ? 'The bundled Node for Linux (x64 and arm64, glibc) is not installed. Run `npm ci` with optional packages, ' +
          'or install Node 24 from https://nodejs.org.\n'
        : 'On Linux, run `npm start`, which uses a bundled Node. Elsewhere, install Node 24 from https://nodejs.org.\n'),
  );
  process.exit(1);
}

// Code that V8 has compiled once starts faster next time.
require('node:module').enableCompileCache();
