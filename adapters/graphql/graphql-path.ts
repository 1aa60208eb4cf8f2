/** The path for HTTP and for websockets. */
export const graphqlPath = '/graphql';
