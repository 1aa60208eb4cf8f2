/** Over HTTP and by websocket. */
export const graphqlPath = '/graphql';
