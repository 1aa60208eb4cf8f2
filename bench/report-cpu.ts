// Loaded into each contestant's process before its program: answers each message that is a text with the CPU
// time used so far and the memory held.
process.on('message', (what) => {
  // A command to the program itself.
  if (typeof what !== 'string') return;
  // What is not in use any more says nothing about what is.
  if (what === 'memory') globalThis.gc?.();
  process.send?.({ ...process.cpuUsage(), rss: process.memoryUsage.rss() });
});
process.channel?.unref();
