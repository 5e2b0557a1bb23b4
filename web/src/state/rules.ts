// The pages about the games, cut into paragraphs for the rules panel, loaded when it is first opened.
// In English they are the pages of docs/games; in other languages those of src/rules, whose headings
// name the English one: "## Der Zug {The turn}".

import { hasKey, type Lang } from '../i18n/index.svelte';
import { optionName, valueName } from './games';

type Pages = Readonly<Record<string, () => Promise<{ default: string }>>>;

const ENGLISH: Pages = {
  rummy17: () => import('../../../docs/games/rummy17.md?raw'),
  seven_card: () => import('../../../docs/games/seven_card.md?raw'),
  contract: () => import('../../../docs/games/contract.md?raw'),
  romme: () => import('../../../docs/games/romme.md?raw'),
  basic: () => import('../../../docs/games/basic.md?raw'),
  gin: () => import('../../../docs/games/gin.md?raw'),
};

const GERMAN: Pages = {
  rummy17: () => import('../rules/de/rummy17.md?raw'),
  seven_card: () => import('../rules/de/seven_card.md?raw'),
  contract: () => import('../rules/de/contract.md?raw'),
  romme: () => import('../rules/de/romme.md?raw'),
  basic: () => import('../rules/de/basic.md?raw'),
  gin: () => import('../rules/de/gin.md?raw'),
};
const PAGES: Readonly<Record<Lang, Pages>> = { en: ENGLISH, de: GERMAN };

export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly string[] }
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };

export interface Section {
  /** The English heading, which refusals and options name. */
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly Block[];
}

const VALUES: Readonly<Record<string, boolean>> = { true: true, false: false };

/** Headings that are about programs, not about playing at this table. */
const LEFT_OUT = new Set(['House rules', 'In Python', 'Examples', 'Options', 'Where rule books differ']);

export async function rulesOf(game: string, lang: Lang): Promise<Section[]> {
  const page = PAGES[lang][game];
  return page ? sections((await page()).default) : [];
}

export function sections(markdown: string): Section[] {
  const found: Section[] = [];
  const text = forPlayers(markdown).replace(/```[\s\S]*?```\n?/g, '').replace(/<!--[\s\S]*?-->/g, '');
  for (const part of text.split(/^## /m)) {
    const [first = '', ...lines] = part.split('\n');
    const heading = first.replace(/^# /, '').trim();
    const [, title = heading, id = heading] = /^(.*) \{(.*)\}$/.exec(heading) ?? [];
    if (!LEFT_OUT.has(id)) found.push({ id, title, blocks: blocks(lines.join('\n')) });
  }
  return found;
}

/** The pages of docs also speak to those who type: at a table options have the names of its form. */
const forPlayers = (markdown: string): string =>
  markdown
    .replace(/,? ?`\w+` on the command\s+line/g, '')
    .replace(/How\s+cards\s+and\s+actions\s+are\s+written\s+is\s+told\s+in\s+\[notation\]\([^)]*\)\./g, '')
    .replace(/ \(`(\w+)`\)/g, (all, name: string) => (hasKey(`opt_${name}`) ? '' : all))
    .replace(/`(\w+)=(\w+)`/g, (all, name: string, value: string) => (hasKey(`opt_${name}`) ? `“${optionName(name)}: ${valueName(VALUES[value] ?? value)}”` : all))
    .replace(/`(\w+)`/g, (all, name: string) => (hasKey(`opt_${name}`) ? `“${optionName(name)}”` : all));

function blocks(text: string): Block[] {
  return text
    .split(/\n{2,}/)
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map(block);
}

function block(text: string): Block {
  if (text.startsWith('|')) {
    const [head = [], , ...rows] = text.split('\n').map((row) => row.split('|').slice(1, -1));
    // A column of names for files and commands says nothing here.
    const told = (_: string, at: number): boolean => !rows.every((row) => /^ *`.*` *$/.test(row[at] ?? ''));
    return { kind: 'table', head: head.filter(told).map(plain), rows: rows.map((row) => row.filter(told).map(plain)) };
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
