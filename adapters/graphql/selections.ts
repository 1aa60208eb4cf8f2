import {
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

/**
 * Returns the fields that are selected here, including those in fragments. Each fragment counts once, as in
 * execution: a document may spread its fragments exponentially often.
 */
export function fieldsOf(
  document: DocumentNode,
  { selections }: SelectionSetNode,
  seen: Set<string> = new Set(),
): FieldNode[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return selection;
    if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsOf(document, selection.selectionSet, seen);
    const fragment = seen.has(selection.name.value) ? undefined : fragmentOf(document, selection.name.value);
    seen.add(selection.name.value);
    return fragment ? fieldsOf(document, fragment.selectionSet, seen) : [];
  });
}

function fragmentOf(document: DocumentNode, name: string): FragmentDefinitionNode | undefined {
  return document.definitions
    .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
    .find((definition) => definition.name.value === name);
}
