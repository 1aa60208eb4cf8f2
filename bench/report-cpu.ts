// Loaded into each contestant's process before its program. Answers each text message with the CPU time so
// far and the resident memory.
process.on('message', (what) => {
  // An object is a command to the program itself.
  if (typeof what !== 'string') return;
  // Garbage must not count as used memory.
  if (what === 'memory') globalThis.gc?.();
  process.send?.({ ...process.cpuUsage(), rss: process.memoryUsage.rss() });
});
process.channel?.unref();
