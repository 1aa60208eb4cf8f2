import { Json } from '../parts/json.tsx';
import type { DescribedOperation, Media } from '../parts/operation-document.ts';
import { Sentence } from '../parts/sentence.tsx';
import { visible } from '../parts/visible.ts';

/** The body that an operation takes. */
export function Body({ of: { body } }: { of: DescribedOperation }) {
  if (!body) return null;
  return (
    <section>
      <h2>Body</h2>
      <p class="quiet">{body.isRequired ? 'It is required.' : 'It is optional.'}</p>
      {body.media.map((media) => (
        <MediaType key={media.type} of={media} />
      ))}
    </section>
  );
}

/** What an operation answers, by its status. */
export function Answers({ of: { answers } }: { of: DescribedOperation }) {
  return (
    <section>
      <h2>Answers</h2>
      {answers.map(({ status, description, media }) => (
        <div key={status} class="answer-of-status">
          <h3>{status}</h3>
          <p>
            <Sentence text={description} />
          </p>
          {media.map((it) => (
            <MediaType key={it.type} of={it} />
          ))}
        </div>
      ))}
    </section>
  );
}

/** The schemas that the others refer to, by name. */
export function Schemas({ of: { schemas } }: { of: DescribedOperation }) {
  const all = Object.entries(schemas);
  if (all.length === 0) return null;
  return (
    <section>
      <h2>Schemas</h2>
      {all.map(([name, schema]) => (
        <details key={name} class="shape">
          <summary>{visible(name)}</summary>
          <Json value={schema} />
        </details>
      ))}
    </section>
  );
}

function MediaType({ of: { type, schema, example } }: { of: Media }) {
  return (
    <>
      {example !== undefined && (
        <details class="shape">
          <summary>Example of {type}</summary>
          <Json value={example} />
        </details>
      )}
      {schema !== undefined && (
        <details class="shape">
          <summary>Schema of {type}</summary>
          <Json value={schema} />
        </details>
      )}
    </>
  );
}
