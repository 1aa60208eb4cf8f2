import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import type { CodegenConfig } from '@graphql-codegen/cli';
import { Kind, print, visit, type DocumentNode, type FieldNode } from 'graphql';

/** The console's documents by id, filled while their files are generated. */
export const documentsOfConsole = new Map<string, string>();

const plugins = ['typescript-operations', 'typed-document-node'];
const types = {
  useTypeImports: true,
  enumType: 'string-literal',
  strictScalars: true,
  scalars: {
    ID: 'string',
    DateTime: 'string',
    Date: 'string',
    JSON: 'unknown',
  },
};

/** The fragments that several concepts share. */
const fragments = 'console/src/app/fragments.graphql';

const concepts = [...new Set(globSync('console/src/*/*.graphql').map((path) => dirname(path)))].toSorted();

const config: CodegenConfig = {
  schema: './schema/schema.graphql',
  importExtension: '.ts',
  generates: {
    './adapters/documents.generated.ts': { documents: 'adapters/**/*.graphql', plugins, config: types },
    ...Object.fromEntries(
      concepts.map((folder) => [`./${folder}/documents.generated.ts`, consoleFile(folder)]),
    ),
  },
};

export default config;

// One file for each concept, so that a screen loads only its own documents.
function consoleFile(folder: string): CodegenConfig['generates'][string] {
  return {
    documents: [`${folder}/*.graphql`, fragments],
    documentTransforms: [{ transform: ({ documents }) => documents.map(withTypeNames) }],
    plugins,
    config: { ...types, skipTypename: true, unstable_onExecutableDocumentNode: identify },
  };
}

function withTypeNames<File extends { document?: DocumentNode }>(file: File): File {
  return file.document ? { ...file, document: visit(file.document, { SelectionSet: addTypeName }) } : file;
}

const typeName: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } };

// The cache identifies an object by its type. The root types have one object each.
const addTypeName = {
  enter: (node: { selections: readonly unknown[] }, _key: unknown, parent: unknown) =>
    isOperation(parent) ? undefined : { ...node, selections: [typeName, ...node.selections] },
};

function isOperation(node: unknown): boolean {
  return (node as { kind?: unknown } | undefined)?.kind === Kind.OPERATION_DEFINITION;
}

function identify(document: DocumentNode): { id: string } {
  const text = print(document);
  const id = createHash('sha256').update(text).digest('hex');
  documentsOfConsole.set(id, text);
  return { id };
}
