import { useEffect, useRef } from 'preact/hooks';
import { useAddress } from '../app/screen.tsx';
import { announce } from '../parts/announce.tsx';
import { Conformance } from '../parts/conformance.tsx';
import { Copy } from '../parts/copy.tsx';
import { Facts } from '../parts/facts.tsx';
import { Json } from '../parts/json.tsx';
import { Snippet } from '../parts/snippet.tsx';
import { exact, visible } from '../parts/visible.ts';
import { headersOf, jsonIn, type Called } from './called.ts';

/** The answer of a call, what it proves, and the same call as a command. */
export function Answer({ of: called, isBuiltIn }: { of: Called; isBuiltIn: boolean }) {
  const { answer, testReceipt, curl } = called;
  const address = useAddress();
  const top = useRef<HTMLHeadingElement>(null);
  const words = answer?.status == null ? 'No answer' : `Status ${answer.status}`;
  useEffect(() => {
    top.current?.scrollIntoView({ block: 'nearest' });
    announce(`${words}.`);
  }, [called, words]);
  const headers = Object.entries(headersOf(called));
  return (
    <section class="explored">
      <h2 ref={top}>Answer</h2>
      <Facts
        of={[
          ['Status', answer?.status == null ? 'None: the scenario sends no answer' : String(answer.status)],
          [
            'Conformance',
            answer?.conformance ? (
              <Conformance of={answer.conformance} />
            ) : (
              'The call was refused for another reason than its request.'
            ),
          ],
          [
            'Test receipt',
            testReceipt ? (
              <span class="id">
                <a href={address(`test-receipts/${testReceipt.id}`)}>Open the receipt</a>
                <Copy text={testReceipt.jws} what="receipt" />
              </span>
            ) : (
              whyNoReceipt(isBuiltIn)
            ),
          ],
        ]}
      />
      <h3>Body</h3>
      <Body of={called} />
      <details>
        <summary>Headers</summary>
        <Facts of={headers.map(([name, value]) => [name, <code>{visible(value)}</code>])} />
      </details>
      <h3>The same call with curl</h3>
      <Snippet text={curl} />
    </section>
  );
}

function whyNoReceipt(isBuiltIn: boolean): string {
  return isBuiltIn
    ? 'None: the call proves nothing about a product.'
    : 'None: a refused call proves nothing.';
}

function Body({ of: called }: { of: Called }) {
  const { body = null } = called.answer ?? {};
  const value = jsonIn(called);
  if (body === null || body === '') return <p class="quiet">The answer has no body.</p>;
  return value === undefined ? <pre class="json">{exact(body)}</pre> : <Json value={value} />;
}
