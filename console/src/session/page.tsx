import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { useInstance } from '../parts/instance.ts';
import './session.css';

/** The frame of a page outside every workspace. */
export function Page({ name, children }: { name: string; children: ComponentChildren }) {
  useEffect(() => {
    document.title = `${name} · Sallyport`;
  }, [name]);
  return (
    <main class="alone">
      <div class="card">
        <h1>{name}</h1>
        {children}
      </div>
    </main>
  );
}

/** What a page says that was opened without the token of its mail. */
export function NoToken({ name }: { name: string }) {
  return (
    <Page name={name}>
      <p>
        This page needs the link from the mail. Open the link again, or copy it whole into the address bar.
      </p>
      <p>
        <a href="/console">Open the console</a>
      </p>
    </Page>
  );
}

/** Where the mails are on a development server, which sends none. */
export function DevelopmentMail() {
  if (!useInstance()?.isDevelopment) return null;
  return (
    <p class="quiet">
      Without SMTP, a development server stores its mails as files. <a href="/dev/mail">Read them here</a>.
    </p>
  );
}
