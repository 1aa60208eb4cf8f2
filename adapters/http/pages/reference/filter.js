// Narrows the list while a person types. Without this file, the form does the same.
const form = document.querySelector('form[role=search]');
const input = form.querySelector('input');
const pauseMs = 150;
let waiting;
let asking = new AbortController();

input.addEventListener('input', () => {
  clearTimeout(waiting);
  waiting = setTimeout(() => void show(), pauseMs);
});

async function show() {
  asking.abort();
  asking = new AbortController();
  const words = input.value.trim();
  const address = words === '' ? form.action : `${form.action}?q=${encodeURIComponent(words)}`;
  try {
    const answer = await fetch(address, { signal: asking.signal });
    // On a refusal, the list stays as it is, and the button still works.
    if (answer.ok) replaceList(await answer.text(), address);
  } catch {
    // A later search has replaced this one, or the server does not answer.
  }
}

function replaceList(markup, address) {
  const list = new DOMParser().parseFromString(markup, 'text/html').querySelector('#operations');
  if (!list) return;
  document.querySelector('#operations').replaceChildren(...list.childNodes);
  history.replaceState(null, '', address);
}
