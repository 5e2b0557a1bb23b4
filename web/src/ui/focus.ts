/** Where the focus goes when what had it is gone: back, to a card of the hand, or on to the next deal. */
export function comeHome(back?: Element | null): void {
  if (document.activeElement !== document.body || document.querySelector('dialog[open]')) return;
  const home = back?.isConnected ? back : document.querySelector('.hand-list button.card[tabindex="0"], .acts [data-do="next"]');
  if (home instanceof HTMLElement) home.focus();
}
