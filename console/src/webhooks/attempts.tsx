import { Status } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import type { DeliveryData } from './delivery-data.ts';
import { durationOf } from './words.ts';

/** The attempts as a timeline, with what comes next. */
export function Attempts({ of: delivery }: { of: DeliveryData }) {
  return (
    <ol class="attempts">
      {delivery.attempts.map((attempt) => (
        <li key={attempt.number}>
          <p class="beside">
            <strong>Attempt {attempt.number}</strong>
            <Status of="webhookAttempt" is={attempt.outcome} />
            {attempt.statusCode !== null && <code>{attempt.statusCode}</code>}
            <span class="quiet">
              begun <Time at={attempt.begunAt} />
              {attempt.durationMs !== null && `, took ${durationOf(attempt.durationMs)}`}
              {attempt.trigger === 'REPLAY' && ', a replay'}
            </span>
          </p>
          {attempt.error && <p>{attempt.error}</p>}
          {attempt.answer !== null && (
            <figure>
              <figcaption class="quiet small">The answer begins</figcaption>
              <pre class="answered">{attempt.answer}</pre>
            </figure>
          )}
        </li>
      ))}
      <Next of={delivery} />
    </ol>
  );
}

function Next({ of: { status, dueAt, endedAt } }: { of: DeliveryData }) {
  if (endedAt) return null;
  return (
    <li class="next">
      {status === 'SENDING' && <p>The next attempt is in progress.</p>}
      {status !== 'SENDING' && dueAt && (
        <p>
          Next attempt <Time at={dueAt} />
        </p>
      )}
      {status !== 'SENDING' && !dueAt && <p>It waits for an earlier delivery about the same resource.</p>}
    </li>
  );
}
