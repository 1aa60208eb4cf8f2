import type { CodegenConfig } from '@graphql-codegen/cli';

const config: CodegenConfig = {
  schema: './schema/schema.graphql',
  documents: ['adapters/**/*.graphql'],
  importExtension: '.ts',
  generates: {
    './adapters/documents.generated.ts': {
      plugins: ['typescript-operations', 'typed-document-node'],
      config: {
        useTypeImports: true,
        enumType: 'string-literal',
        strictScalars: true,
        scalars: {
          ID: 'string',
          DateTime: 'string',
          Date: 'string',
          JSON: 'unknown',
        },
      },
    },
  },
};

export default config;
