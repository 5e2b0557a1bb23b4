// The size of the window, as the table is laid out in it.

const root = document.documentElement;
const now = (): { w: number; h: number } => ({ w: root.clientWidth, h: root.clientHeight });

/**
 * Not innerWidth: on a phone that is turned, the cards of before still reach beyond the new edge
 * while the window tells of it, and innerWidth counts them in.
 */
export const screen = $state(now());

// The root is as large as the window; unlike the window it changes with a scroll bar, too.
new ResizeObserver(() => Object.assign(screen, now())).observe(root);
