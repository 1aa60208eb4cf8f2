/** Returns the minimal environment of our processes, without the developer's settings. */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { PATH, SALLYPORT_ENV_FILE: '/dev/null', ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };
}
