/** Where the focus goes when what had it is gone: a card of the hand, or on to the next deal. */
export function comeHome(): void {
  if (document.activeElement !== document.body || document.querySelector('dialog[open]')) return;
  document.querySelector<HTMLElement>('.hand-list button.card[tabindex="0"], .acts [data-do="next"]')?.focus();
}
