// The pages about the games, cut into paragraphs for the rules panel. They are the pages of
// docs/games, loaded when the panel is first opened.

const PAGES: Readonly<Record<string, () => Promise<{ default: string }>>> = {
  rummy17: () => import('../../../docs/games/rummy17.md?raw'),
  seven_card: () => import('../../../docs/games/seven_card.md?raw'),
  contract: () => import('../../../docs/games/contract.md?raw'),
  romme: () => import('../../../docs/games/romme.md?raw'),
  basic: () => import('../../../docs/games/basic.md?raw'),
  gin: () => import('../../../docs/games/gin.md?raw'),
};

export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly string[] }
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };

export interface Section {
  readonly title: string;
  readonly blocks: readonly Block[];
}

/** Headings that are about programs, not about playing at this table. */
const LEFT_OUT = new Set(['House rules', 'In Python', 'Examples']);

export async function rulesOf(game: string): Promise<Section[]> {
  const page = PAGES[game];
  return page ? sections((await page()).default) : [];
}

export function sections(markdown: string): Section[] {
  const found: Section[] = [];
  const text = markdown.replace(/```[\s\S]*?```\n?/g, '').replace(/<!--[\s\S]*?-->/g, '');
  for (const part of text.split(/^## /m)) {
    const [first = '', ...lines] = part.split('\n');
    const title = first.replace(/^# /, '').trim();
    if (!LEFT_OUT.has(title)) found.push({ title, blocks: blocks(lines.join('\n')) });
  }
  return found;
}

function blocks(text: string): Block[] {
  return text
    .split(/\n{2,}/)
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map(block);
}

function block(text: string): Block {
  if (text.startsWith('|')) {
    const [head = [], , ...rows] = text.split('\n').map((row) => row.split('|').slice(1, -1).map(plain));
    return { kind: 'table', head, rows };
  }
  const bullet = /^(-|\d+\.) /;
  if (bullet.test(text)) {
    const items = text.split(/\n(?=(?:-|\d+\.) )/).map((item) => plain(item.replace(bullet, '')));
    return { kind: 'list', ordered: !text.startsWith('-'), items };
  }
  return { kind: 'text', text: plain(text) };
}

/** Links become their words; marks of emphasis and code go. */
const plain = (text: string): string =>
  text
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
