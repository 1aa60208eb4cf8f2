// Who calls, from memory: every server here answers the same query by the same resolvers, and none looks at the token.
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
