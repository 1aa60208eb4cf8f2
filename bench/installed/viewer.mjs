// The caller's data from memory: every server here answers the same query with the same resolvers, and none
// checks the token.
export const typeDefs = `
  type Person { name: String! email: String! }
  type Workspace { name: String! }
  type Member { role: String! }
  type Me { person: Person workspace: Workspace member: Member }
  type Query { me: Me }
`;
const me = {
  person: { name: 'Ada', email: 'ada@bench.example' },
  workspace: { name: 'Bench' },
  member: { role: 'OWNER' },
};
export const resolvers = { Query: { me: () => me } };
export const port = Number(process.env.PORT);
