import { t } from '../i18n/index.svelte';
import type { TableInfo } from '../net/messages';

/** What a seat is called here: its name, or "You". */
export const seatName = (info: TableInfo, at: number, you: number | null | undefined): string => (at === you ? t('you') : (info.seats[at]?.name ?? ''));
