/** What a process of ours needs to start, with none of the developer's own settings. */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { PATH, SALLYPORT_ENV_FILE: '/dev/null', ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };
}
