/** The name of an event type or action. A narrow column breaks it after a dot or underscore. */
export function Dotted({ name }: { name: string }) {
  const [first, ...rest] = name.split(/(?<=[._])/);
  return (
    <>
      {first}
      {rest.flatMap((part) => [<wbr key={part} />, part])}
    </>
  );
}
