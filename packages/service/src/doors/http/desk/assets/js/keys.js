// The keys of a page as a dialog, which a button and `?` open.
const list = document.querySelector('[data-keys]');
const opener = document.querySelector('[data-open-keys]');
if (list && opener) {
  const made = (name, words = '', attributes = {}) => {
    const element = document.createElement(name);
    element.textContent = words;
    for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
    return element;
  };
  const dialog = made('dialog', '', { class: 'keys', 'aria-labelledby': 'keys-title' });
  const close = made('form', '', { method: 'dialog' });
  close.append(made('button', 'Close'));
  const title = list.querySelector('summary').textContent;
  const hint = made('p', 'They do nothing while you type in a field.', { class: 'hint' });
  dialog.append(made('h2', title, { id: 'keys-title' }), list.querySelector('dl'), hint, close);
  list.replaceWith(dialog);
  opener.hidden = false;
  opener.addEventListener('click', () => dialog.showModal());
  document.addEventListener('keydown', (event) => {
    if (isTyping(event.target) || !isForPage(event)) return;
    const act = {
      '?': () => dialog.showModal(),
      u: () => document.querySelector('.path a')?.click(),
      a: () => document.querySelector('.request-actions :is(button, summary, a)')?.focus(),
    }[event.key];
    if (!act || dialog.open) return;
    event.preventDefault();
    act();
  });
}
