// Loaded into each contestant's process before its program: answers every message with the CPU time used so far and the
// memory held.
process.on('message', (what) => {
  // What is not in use any more says nothing about what is.
  if (what === 'memory') globalThis.gc?.();
  process.send?.({ ...process.cpuUsage(), rss: process.memoryUsage.rss() });
});
process.channel?.unref();
